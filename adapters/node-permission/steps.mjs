// SPDX-License-Identifier: Apache-2.0
//
// Performs steps through Node's own API, as a program would that Node's permission model confines.
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';

import { carry, endpoint, errnoOfName, Failure } from '../carrier.mjs';

const kNetworkWait = 2000;
const kBillennium = 1_000_000_000; // 2001-09-09 01:46:40 UTC
const kNobody = 65534;

function failure(call, error) {
  // What the permission model refuses has a code of Node's own and no errno.
  if (error.code === 'ERR_ACCESS_DENIED') {
    return new Failure(call, errnoOfName('EACCES'), `${error.code} ${error.permission ?? ''}`.trim());
  }
  const errno = error.errno ? Math.abs(error.errno) : errnoOfName(error.code);
  return new Failure(call, errno, error.code ? '' : String(error.message));
}

function attempt(call, action) {
  try {
    return action();
  } catch (error) {
    throw error instanceof Failure ? error : failure(call, error);
  }
}

// Calls fs.NAMESync.
function file(name, ...args) {
  return attempt(`fs.${name}Sync`, () => fs[`${name}Sync`](...args));
}

function writeAll(fd, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

// Opens without creating, as fs.writeFileSync cannot.
function writeExisting(path, flags, content, position) {
  const fd = file('open', path, fs.constants.O_WRONLY | flags);
  try {
    file('write', fd, content, position);
  } finally {
    fs.closeSync(fd);
  }
}

function readInput(buffer) {
  while (true) {
    try {
      return fs.readSync(0, buffer);
    } catch (error) {
      if (error.code === 'EOF') return 0;
      if (error.code !== 'EAGAIN') throw failure('fs.readSync', error);
    }
  }
}

function request(method, { url, body, nonce }, { overrides }) {
  const target = new URL(url);
  const { host, port } = endpoint(target.host, overrides, 80);
  const headers = { Host: target.host, 'X-Sandproof-Nonce': nonce ?? '', Connection: 'close' };
  return new Promise((resolve, reject) => {
    const path = target.pathname + target.search;
    const options = { method, host, port, path, headers, timeout: kNetworkWait, agent: false };
    const sent = http.request(options, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', (error) => reject(failure('http.request', error)));
      answer.on('end', () => {
        const detail = `status ${answer.statusCode}`;
        if (answer.statusCode >= 400) reject(new Failure('http.request', 0, detail));
        resolve({ data: Buffer.concat(chunks), detail });
      });
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    sent.on('error', (error) => reject(failure('http.request', error)));
    sent.end(body);
  });
}

// Without something to send the connection is closed as soon as it stands.
function connect({ to }, { overrides }, content) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const socket = net.connect({ ...endpoint(to, overrides), allowHalfOpen: content !== undefined });
    socket.setTimeout(kNetworkWait, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.on('error', (error) => reject(failure('net.connect', error)));
    socket.on('connect', () => (content === undefined ? socket.destroy() : socket.end(content)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(content === undefined ? undefined : { data: Buffer.concat(chunks) }));
  });
}

function find(nonce, token) {
  for (const name of file('readdir', '/proc').filter((one) => /^\d+$/.test(one))) {
    let line;
    try {
      line = fs.readFileSync(`/proc/${name}/cmdline`, 'latin1');
    } catch {
      continue; // gone by now, or somebody else's
    }
    if (line.includes(nonce) && !line.includes(token)) return { data: line.replaceAll('\0', ' ') };
  }
  throw new Failure('find', errnoOfName('ENOENT'));
}

function signal(pid, name) {
  attempt('process.kill', () => process.kill(pid, name));
}

function die(name) {
  // Node ignores some signals and has a use for another one. A listener that goes leaves the default behind.
  if (name !== 'SIGKILL' && name !== 'SIGSTOP') {
    attempt('process.on', () => process.on(name, () => {}).removeAllListeners(name));
  }
  signal(process.pid, name);
  // Another thread of the process may be the one that takes the signal.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, kNetworkWait);
  throw new Failure('process.kill', 0, 'the signal had no effect');
}

function echo() {
  const buffer = Buffer.alloc(65536);
  let bytes = 0;
  for (let got = readInput(buffer); got > 0; got = readInput(buffer)) {
    writeAll(1, buffer.subarray(0, got));
    bytes += got;
  }
  // The record that follows has to start on a line of its own.
  writeAll(1, Buffer.from('\n'));
  return { detail: `${bytes} bytes` };
}

function chown(path) {
  const root = process.getuid() === 0;
  file('chown', path, root ? kNobody : process.getuid(), root ? kNobody : process.getegid());
}

const verbs = {
  'file.read': ({ path }) => ({ data: file('readFile', path) }),
  'file.list': ({ path }) => ({ data: file('readdir', path).sort().join('\n') }),
  'file.readlink': ({ path }) => ({ data: file('readlink', path) }),
  'file.write': ({ path, content, nonce }) => file('writeFile', path, content ?? nonce),
  'file.create': ({ path, content, nonce }) => file('writeFile', path, content ?? nonce, { flag: 'wx' }),
  'file.overwrite': ({ path, content, nonce }) => writeExisting(path, 0, content ?? nonce, 0),
  'file.append': ({ path, content, nonce }) => writeExisting(path, fs.constants.O_APPEND, content ?? nonce),
  'file.truncate': ({ path }) => file('truncate', path, 0),
  'file.unlink': ({ path }) => file('unlink', path),
  'file.mkdir': ({ path }) => file('mkdir', path),
  'file.rmdir': ({ path }) => file('rmdir', path),
  'file.chmod': ({ path, mode }) => file('chmod', path, Number.parseInt(mode ?? '777', 8)),
  'file.chown': ({ path }) => chown(path),
  'file.utimes': ({ path }) => file('utimes', path, new Date(), kBillennium),
  'file.link': ({ path, target }) => file('link', target, path),
  'file.rename': ({ from, to }) => file('rename', from, to),
  'file.copy': ({ from, to }) => file('copyFile', from, to, fs.constants.COPYFILE_EXCL),
  'http.get': (args, launch) => request('GET', args, launch),
  'http.post': (args, launch) => request('POST', { ...args, body: args.body ?? args.nonce }, launch),
  'net.connect': (args, launch) => connect(args, launch, args.nonce),
  'net.knock': (args, launch) => connect(args, launch),
  'proc.signal': (args) => signal(Number(args.pid), args.signal ?? 'SIGUSR1'),
  'proc.find': ({ nonce }, { token }) => find(nonce, token),
  'proc.exit': ({ code }) => process.exit(Number(code)),
  'proc.die': (args) => die(args.signal),
  'env.read': ({ name }) => {
    if (process.env[name] === undefined) throw new Failure('process.env', errnoOfName('ENOENT'));
    return { data: process.env[name] };
  },
  'stdio.echo': echo,
};

await carry(process.argv.slice(2), verbs, {
  hello: { pid: process.pid, uid: process.getuid() },
  write: (text) => writeAll(1, Buffer.from(text)),
  complain: (text) => writeAll(2, Buffer.from(text)),
  exit: (code) => process.exit(code),
});
