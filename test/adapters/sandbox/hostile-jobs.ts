/** The code of a sandbox that an attacker has taken over as far as JavaScript goes. */
import { readFileSync, readSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serveJobs } from '#adapters/sandbox/child-process.ts';

type Attempt = () => unknown;

const builtin = (name: string) => process.getBuiltinModule(name) as Record<string, never>;

const connection = (connect: () => NodeJS.EventEmitter): Promise<string> =>
  new Promise((resolve, reject) => {
    connect()
      .once('connect', () => resolve('connected'))
      .once('error', reject);
  });

/** Each attempt returns or resolves if it escaped. */
const attempts = (port: number, secretFile: string): Record<string, Attempt> => {
  const net = builtin('net') as unknown as typeof import('node:net');
  const dns = builtin('dns') as unknown as typeof import('node:dns');
  const child = builtin('child_process') as unknown as typeof import('node:child_process');
  const url = `http://127.0.0.1:${port}/`;
  return {
    fetch: () => fetch(url),
    'net.connect': () => connection(() => net.connect(port, '127.0.0.1')),
    'a new socket': () => connection(() => new net.Socket().connect(port, '127.0.0.1')),
    'the prototype of sockets': () =>
      connection(() => net.Socket.prototype.connect.call(new net.Socket(), String(port))),
    'a server': () => net.createServer().listen(0),
    'http.get': () => connection(() => (builtin('http') as unknown as typeof import('node:http')).get(url)),
    'tls.connect': () =>
      connection(() => (builtin('tls') as unknown as typeof import('node:tls')).connect(port, '127.0.0.1')),
    'http2.connect': () =>
      connection(() => (builtin('http2') as unknown as typeof import('node:http2')).connect(url)),
    'a datagram': () =>
      (builtin('dgram') as unknown as typeof import('node:dgram')).createSocket('udp4').send('x', port),
    'dns.lookup': () => dns.promises.lookup('localhost'),
    'dns.resolve': () => new dns.promises.Resolver().resolve4('localhost'),
    WebSocket: () => new WebSocket(`ws://127.0.0.1:${port}`),
    'the file of a secret': () => readFileSync(secretFile),
    'the environment of the parent': () => readFileSync(`/proc/${process.ppid}/environ`),
    'a file of the system': () => readFileSync('/etc/hostname'),
    'a file to write': () => writeFileSync(`${secretFile}.out`, 'x'),
    'a process': () => child.execSync('id'),
    'a worker': () =>
      new (builtin('worker_threads') as unknown as typeof import('node:worker_threads')).Worker('0', {
        eval: true,
      }),
    'a signal to the parent': () => process.kill(process.ppid, 0),
    'an internal binding': () =>
      Reflect.apply(Reflect.get(process, 'binding') as () => unknown, process, ['tcp_wrap']),
    'an addon': () => process.dlopen({ exports: {} }, secretFile),
    'an addon by its name': () =>
      createRequire(import.meta.url)(`${import.meta.dirname}/addon.node`) as unknown,
    'the debugger': () => (builtin('inspector') as unknown as typeof import('node:inspector')).open(0),
    'a standard stream': () => Reflect.get(process.stdin, '_handle') as unknown,
    'the wrapped fetch': async () => {
      Reflect.deleteProperty(globalThis, 'fetch');
      return fetch(url);
    },
  };
};

const tried = async (attempt: Attempt): Promise<string> => {
  try {
    await attempt();
    return 'got out';
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
  }
};

await serveJobs({
  escape: async ({ port, secretFile }: { port: number; secretFile: string }) => {
    const outcomes: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(attempts(port, secretFile)))
      outcomes[name] = await tried(attempt);
    return { outcomes, environment: { ...process.env } };
  },
  remember: async (value: string) => {
    const former = Reflect.get(globalThis, 'remembered') as string | undefined;
    Reflect.set(globalThis, 'remembered', value);
    return former ?? null;
  },
  spool: async () => {
    const bytes = Buffer.alloc(5);
    readSync(3, bytes, 0, 5, 0);
    return bytes.toString();
  },
  echo: async (_input: null, channel) => {
    channel.sendPart('content', Buffer.concat([...channel.ask('content', { from: 'the sandbox' })]));
    channel.sendPart('empty', Buffer.alloc(0));
    return channel.askValue('value', 1);
  },
  'echo a text': async (_input: null, channel) => {
    channel.sendPart('text', Buffer.from(channel.askText('content', null)));
    return null;
  },
  'leave an answer unread': async (_input: null, channel) => {
    for (const piece of channel.ask('content', null)) throw new Error(`read ${piece.length} bytes`);
    return null;
  },
  'ask for something else': async (_input: null, channel) => channel.askValue('credentials', null),
  'take all memory': async () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 1_000_000 }, (_, at) => at));
  },
  'run forever': async () => {
    for (;;);
  },
  'run WebAssembly': async () => {
    const { Module } = Reflect.get(globalThis, 'WebAssembly') as Record<string, CallableFunction>;
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    return typeof Reflect.construct(Module ?? Object, [empty]) === 'object';
  },
  exit: async () => process.exit(7),
  throw: async () => {
    throw new Error('x'.repeat(10_000));
  },
});
