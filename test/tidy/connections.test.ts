import { expect, test } from 'vitest';
import { sources, textOf } from './source-tree.ts';

/** Imports of what opens connections. Types, and the reading of addresses, open none. */
const modules =
  /^import (?!type )(?!\{ isIP \})[^;]*?from '(?:node:)?(?:net|tls|https?|http2|dgram|undici)(?:\/[^']*)?'/gm;
const dynamic = /\bimport\('(?:node:)?(?:net|tls|https?|http2|dgram|undici)'\)/g;
/** Calls of the global `fetch`, its use as a default, and what connects by itself. */
const globals =
  /(?:\bawait|\breturn|=>?|[(,?:])\s*fetch\(|globalThis\.fetch\b|\bnew (?:WebSocket|EventSource)\(/g;

/** The others that may connect, each to addresses that no customer chooses. */
const exceptions: Readonly<Record<string, string>> = {
  'lib/adapters/reference-data/': 'The dump of advisories has a fixed address.',
  'lib/adapters/deps-dev/': 'The source of licenses has a fixed address.',
  'lib/adapters/sandbox/close-network.ts': 'It takes the network away from a sandbox.',
  'lib/client/': 'A client asks the service that its user names.',
  'lib/apps/': 'A program asks the hosts that its user, or the CI, names.',
  'lib/emulators/': 'They stand in for others on one machine.',
  'lib/local/': 'It runs the service on one machine.',
};

/** Samples of source code, as text. */
const isSample = (path: string): boolean =>
  /^lib\/engines\/(?:sast|secrets)\/rules\//.test(path) || path.startsWith('lib/local/sample/');

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const connects = (path: string): boolean => {
  const text = withoutComments(textOf(path));
  // A function that gets its `fetch` names it as a parameter, or as a part of one.
  const takesFetch = /\bfetch\s*[,}:]/.test(text);
  const calls = [...text.matchAll(globals)].filter(([call]) => !call.endsWith('fetch(') || !takesFetch);
  return calls.length > 0 || text.match(modules) !== null || text.match(dynamic) !== null;
};

const connecting = sources.filter((path) => !isSample(path) && connects(path));
const isException = (path: string): boolean =>
  Object.keys(exceptions).some((place) => path.startsWith(place));

test('only lib/adapters/outbound opens a connection to an address that others chose', () => {
  expect(
    connecting.filter((path) => !path.startsWith('lib/adapters/outbound/') && !isException(path)),
  ).toEqual([]);
});

test('no function listens: the gateway parses HTTP, and hands over events', () => {
  const listens = /\bcreate(?:Secure)?Server\(|\.listen\(|'(?:node:)?http2'/;
  const deployed = /^(?:functions|lib\/(?:adapters|app|contract|domain|git|ports|runtime))\//;
  const listening = sources.filter((path) => listens.test(withoutComments(textOf(path))));
  expect(listening).toContain('lib/emulators/host/http-server.ts');
  expect(listening.filter((path) => deployed.test(path))).toEqual([]);
});

test('no connection goes without the verification of its certificate', () => {
  const unverified =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|NODE_EXTRA_CA_CERTS/;
  expect(unverified.test('request(url, { rejectUnauthorized: false })')).toBe(true);
  // The engines find it in the code of others.
  const ours = sources.filter((path) => !path.startsWith('lib/engines/'));
  expect(ours.filter((path) => unverified.test(textOf(path)))).toEqual([]);
});

test('every exception connects, and so does the folder itself', () => {
  for (const place of ['lib/adapters/outbound/', ...Object.keys(exceptions)])
    expect([place, connecting.some((path) => path.startsWith(place))]).toEqual([place, true]);
});
