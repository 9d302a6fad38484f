// SPDX-License-Identifier: Apache-2.0
//
// The probe's protocol (fixtures/probe/README.md) for programs that perform steps in place of the probe, in a language
// whose runtime is the sandbox. Uses nothing of any runtime: the caller brings what is done, and how a line is written.

const kUsage = 64;
const kDataLimit = 4096;
const kStay = 60_000;

// A step that did not succeed: the call by the runtime's own name for it, and the errno, 0 where there is none.
export class Failure extends Error {
  constructor(call, errno, detail = '') {
    super(detail);
    this.call = call;
    this.errno = errno;
    this.detail = detail;
  }
}

const kErrnos = {
  EPERM: 1, ENOENT: 2, ESRCH: 3, EIO: 5, EBADF: 9, EACCES: 13, EBUSY: 16, EEXIST: 17, EXDEV: 18, ENOTDIR: 20,
  EISDIR: 21, EINVAL: 22, ETXTBSY: 26, ENOSPC: 28, EROFS: 30, EPIPE: 32, ENAMETOOLONG: 36, ENOSYS: 38, ENOTEMPTY: 39,
  ELOOP: 40, EPROTO: 71, EADDRNOTAVAIL: 99, ENETDOWN: 100, ENETUNREACH: 101, ECONNRESET: 104, ETIMEDOUT: 110,
  ECONNREFUSED: 111, EHOSTUNREACH: 113,
};

export function errnoOfName(name) {
  return kErrnos[name] ?? 0;
}

// What "HOST:PORT" leads to: an --resolve of the command line, or itself. An IPv6 address loses its brackets.
export function endpoint(text, overrides, defaultPort) {
  const parse = (from) => {
    const found = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(from);
    if (!found) throw new Failure('resolve', kErrnos.EINVAL, from);
    return { host: found[1] ?? found[2], port: Number(found[3] ?? defaultPort) };
  };
  const asked = parse(text);
  const override = overrides.find((one) => one.host === asked.host && one.port === asked.port);
  return override ? parse(override.address) : asked;
}

function parseOverride(text) {
  const found = /^(.+):(\d+)=(.+)$/.exec(text ?? '');
  return found && { host: found[1], port: Number(found[2]), address: found[3] };
}

function parseStep(words, verbs) {
  const [verb, ...rest] = words;
  if (!Object.hasOwn(verbs, verb)) throw new Error(`unknown verb ${verb}`);
  const entries = rest.map((word) => {
    const equals = word.indexOf('=');
    if (equals < 0) throw new Error(`${verb}: an argument is not of the form key=value`);
    return [word.slice(0, equals), word.slice(equals + 1)];
  });
  return { verb, args: Object.fromEntries(entries) };
}

// run TOKEN [--stay] [--resolve HOST:PORT=ADDRESS:PORT]... [-- VERB [key=value]...]...
function parse(words, verbs) {
  const [mode, token, ...rest] = words;
  if (mode !== 'run' || !/^[!-~]+$/.test(token ?? '')) {
    throw new Error('usage: run TOKEN [--stay] [--resolve HOST:PORT=ADDRESS:PORT]... [-- VERB [key=value]...]...');
  }
  const overrides = [];
  const stays = rest[0] === '--stay';
  let at = stays ? 1 : 0;
  for (; at < rest.length && rest[at] !== '--'; at += 2) {
    const override = rest[at] === '--resolve' && parseOverride(rest[at + 1]);
    if (!override) throw new Error(`unknown option ${rest[at]}`);
    overrides.push(override);
  }
  const steps = [];
  while (at < rest.length) {
    const next = rest.indexOf('--', at + 1);
    const end = next < 0 ? rest.length : next;
    steps.push(parseStep(rest.slice(at + 1, end), verbs));
    at = end;
  }
  return { token, stays, overrides, steps };
}

// Bytes as a string of characters below 256, as btoa(3) and the records want them.
function binary(data) {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function resultMembers(result) {
  const members = { result: 'done' };
  if (result?.data !== undefined) {
    const data = binary(result.data);
    members.data = btoa(data.slice(0, kDataLimit));
    members.bytes = data.length;
  }
  if (result?.detail) members.detail = binary(result.detail);
  return members;
}

function failureMembers(error) {
  if (!(error instanceof Failure)) return { result: 'failed', call: 'step', errno: 0, detail: binary(String(error)) };
  const members = { result: 'failed', call: error.call, errno: error.errno };
  if (error.detail) members.detail = binary(error.detail);
  return members;
}

// Performs the steps of the command line `words` one after another. `verbs` maps each name to a function of the step's
// arguments and the launch's { token, overrides }, which returns nothing or { data, detail }, or throws a Failure.
// `runtime` is { hello, write, complain, exit }: the members of the first record, how a text goes to standard output
// and to standard error, at once and as a whole, and how the program ends.
export async function carry(words, verbs, runtime) {
  let launch;
  try {
    launch = parse(words, verbs);
  } catch (error) {
    runtime.complain(`${error.message}\n`);
    return runtime.exit(kUsage);
  }
  const record = (members) => {
    const escaped = (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
    runtime.write(`${launch.token} ${JSON.stringify(members).replace(/[\u007f-\uffff]/g, escaped)}\n`);
  };
  record({ hello: 1, ...runtime.hello });
  for (const [index, { verb, args }] of launch.steps.entries()) {
    record({ begin: index, verb });
    try {
      record({ step: index, ...resultMembers(await verbs[verb](args, launch)) });
    } catch (error) {
      record({ step: index, ...failureMembers(error) });
    }
  }
  record({ end: launch.steps.length });
  if (launch.stays) await new Promise((resolve) => setTimeout(resolve, kStay));
}
