// SPDX-License-Identifier: Apache-2.0
//
// Performs steps through Deno's own API, as a program would that Deno's permissions confine.
import { carry, endpoint, errnoOfName, Failure } from '../carrier.mjs';

const kNetworkWait = 2000;
const kBillennium = 1_000_000_000; // 2001-09-09 01:46:40 UTC
const kNobody = 65534;

function failure(call, error) {
  // What a permission refuses has a class of Deno's own and no errno.
  if (error.name === 'NotCapable') return new Failure(call, errnoOfName('EACCES'), 'NotCapable');
  if (error.name === 'TimeoutError') return new Failure(call, errnoOfName('ETIMEDOUT'));
  const message = `${error.message} ${error.cause?.message ?? ''}`;
  const number = /\(os error (\d+)\)/.exec(message)?.[1];
  const errno = number ? Number(number) : errnoOfName(error.code ?? /^E[A-Z]+/.exec(message)?.[0]);
  return new Failure(call, errno, errno ? '' : message.trim());
}

async function attempt(call, action) {
  try {
    return await action();
  } catch (error) {
    throw error instanceof Failure ? error : failure(call, error);
  }
}

// Calls Deno.NAME.
function deno(name, ...args) {
  return attempt(`Deno.${name}`, () => Deno[name](...args));
}

function writeAll(stream, bytes) {
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

function encode(text) {
  return new TextEncoder().encode(text);
}

// Opens without creating, as Deno.writeFile does only with a truncation.
async function writeExisting(path, options, content) {
  using opened = await deno('open', path, { write: true, ...options });
  await attempt('Deno.FsFile.write', () => writeAll(opened, encode(content)));
}

async function list(path) {
  const entries = await attempt('Deno.readDir', () => Array.fromAsync(Deno.readDir(path)));
  return { data: entries.map((entry) => entry.name).sort().join('\n') };
}

async function request(method, { url, body, nonce }, { overrides }) {
  const target = new URL(url);
  const headers = { Host: target.host, 'X-Sandproof-Nonce': nonce ?? '' };
  const { host, port } = endpoint(target.host, overrides, 80);
  target.host = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const options = { method, headers, body, signal: AbortSignal.timeout(kNetworkWait) };
  return await attempt('fetch', async () => {
    const answer = await fetch(target, options);
    const detail = `status ${answer.status}`;
    const data = new Uint8Array(await answer.arrayBuffer());
    if (answer.status >= 400) throw new Failure('fetch', 0, detail);
    return { data, detail };
  });
}

async function connect({ to }, { overrides }) {
  const { host, port } = endpoint(to, overrides);
  return await deno('connect', { hostname: host, port, signal: AbortSignal.timeout(kNetworkWait) });
}

async function talk(args, launch) {
  using connection = await connect(args, launch);
  return await attempt('Deno.TcpConn', async () => {
    await connection.write(encode(args.nonce));
    await connection.closeWrite();
    return { data: new Uint8Array(await new Response(connection.readable).arrayBuffer()) };
  });
}

async function find(nonce, token) {
  const entries = await attempt('Deno.readDir', () => Array.fromAsync(Deno.readDir('/proc')));
  for (const { name } of entries.filter((entry) => /^\d+$/.test(entry.name))) {
    let line;
    try {
      line = await Deno.readTextFile(`/proc/${name}/cmdline`);
    } catch (error) {
      if (error.name === 'NotCapable') throw failure('Deno.readTextFile', error);
      continue; // gone by now, or somebody else's
    }
    if (line.includes(nonce) && !line.includes(token)) return { data: line.replaceAll('\0', ' ') };
  }
  throw new Failure('find', errnoOfName('ENOENT'));
}

async function chown(path) {
  // The own ids are told only to programs that may know them; nobody's do where they are not.
  const root = await attempt('Deno.uid', () => Deno.uid()).then((uid) => uid === 0, () => true);
  return await deno('chown', path, root ? kNobody : null, root ? kNobody : Deno.gid());
}

function echo() {
  const buffer = new Uint8Array(65536);
  let bytes = 0;
  for (let got = Deno.stdin.readSync(buffer); got !== null; got = Deno.stdin.readSync(buffer)) {
    writeAll(Deno.stdout, buffer.subarray(0, got));
    bytes += got;
  }
  // The record that follows has to start on a line of its own.
  writeAll(Deno.stdout, encode('\n'));
  return { detail: `${bytes} bytes` };
}

const verbs = {
  'file.read': async ({ path }) => ({ data: await deno('readFile', path) }),
  'file.list': ({ path }) => list(path),
  'file.readlink': async ({ path }) => ({ data: await deno('readLink', path) }),
  'file.write': ({ path, content, nonce }) => deno('writeTextFile', path, content ?? nonce),
  'file.create': ({ path, content, nonce }) => deno('writeTextFile', path, content ?? nonce, { createNew: true }),
  'file.overwrite': ({ path, content, nonce }) => writeExisting(path, {}, content ?? nonce),
  'file.append': ({ path, content, nonce }) => writeExisting(path, { append: true }, content ?? nonce),
  'file.truncate': ({ path }) => deno('truncate', path, 0),
  'file.unlink': ({ path }) => deno('remove', path),
  'file.mkdir': ({ path }) => deno('mkdir', path),
  'file.rmdir': ({ path }) => deno('remove', path),
  'file.chmod': ({ path, mode }) => deno('chmod', path, Number.parseInt(mode ?? '777', 8)),
  'file.chown': ({ path }) => chown(path),
  'file.utimes': ({ path }) => deno('utime', path, new Date(), kBillennium),
  'file.link': ({ path, target }) => deno('link', target, path),
  'file.rename': ({ from, to }) => deno('rename', from, to),
  'file.copy': ({ from, to }) => deno('copyFile', from, to),
  'http.get': (args, launch) => request('GET', args, launch),
  'http.post': (args, launch) => request('POST', { ...args, body: args.body ?? args.nonce }, launch),
  'net.connect': talk,
  'net.knock': async (args, launch) => (await connect(args, launch)).close(),
  'proc.signal': ({ pid, signal }) => deno('kill', Number(pid), signal ?? 'SIGUSR1'),
  'proc.find': ({ nonce }, { token }) => find(nonce, token),
  'proc.exit': ({ code }) => Deno.exit(Number(code)),
  'env.read': async ({ name }) => {
    const value = await attempt('Deno.env.get', () => Deno.env.get(name));
    if (value === undefined) throw new Failure('Deno.env.get', errnoOfName('ENOENT'));
    return { data: value };
  },
  'stdio.echo': echo,
};

await carry(Deno.args, verbs, {
  hello: { pid: Deno.pid },
  write: (text) => writeAll(Deno.stdout, encode(text)),
  complain: (text) => writeAll(Deno.stderr, encode(text)),
  exit: (code) => Deno.exit(code),
});
