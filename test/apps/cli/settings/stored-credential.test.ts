import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configFolder } from '@scangate/cli/settings/config-folder';
import {
  forgetLogin,
  storedAddress,
  storedLogin,
  storeLogin,
} from '@scangate/cli/settings/stored-credential';
import { address, canary, userWorld } from '#test/support/cli/login-world.ts';

const other = 'https://other.example';
const newId = () => 'id';
const worldWith = (content?: string, mode = 0o600) => {
  const { home, file } = userWorld();
  const environment = { HOME: home };
  if (content !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
    chmodSync(file, mode);
  }
  return { environment, file, commandEnvironment: { environment, newId } };
};

describe('the folder', () => {
  test.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.config/scangate'],
    ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '/config' }, '/config/scangate'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/.config/scangate'],
    ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/scangate'],
    ['linux', { HOME: 'relative' }, undefined],
    ['linux', {}, undefined],
    ['win32', { APPDATA: '/appdata', HOME: '/home/ada' }, '/appdata/scangate'],
    ['win32', { HOME: '/home/ada' }, undefined],
  ] as const)('on %s with %j is %s', (platform, environment, folder) => {
    expect(configFolder(environment, platform)).toBe(folder);
  });
});

test('each address has its own token, and the last login is the address of later commands', () => {
  const { environment, commandEnvironment } = worldWith();
  storeLogin(commandEnvironment, address, { token: canary });
  storeLogin(commandEnvironment, other, { token: 'sgp_other', tokenId: 't', expiresAt: 'e' });
  expect(storedLogin(environment, address)).toEqual({ token: canary });
  expect(storedLogin(environment, other)).toEqual({ token: 'sgp_other', tokenId: 't', expiresAt: 'e' });
  expect(storedAddress(environment)).toBe(other);
  forgetLogin(commandEnvironment, other);
  expect([storedLogin(environment, other), storedLogin(environment, address)]).toEqual([
    undefined,
    { token: canary },
  ]);
});

test('without a file there is neither address nor token', () => {
  const { environment } = worldWith();
  expect([storedAddress(environment), storedLogin(environment, address)]).toEqual([undefined, undefined]);
  expect([storedAddress({}), storedLogin({}, address)]).toEqual([undefined, undefined]);
});

test('the umask does not open the file, and an earlier file is replaced as a whole', () => {
  const before = process.umask(0);
  try {
    const { commandEnvironment, file } = worldWith();
    storeLogin(commandEnvironment, address, { token: 'one' });
    storeLogin(commandEnvironment, address, { token: canary });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['credentials.json']);
  } finally {
    process.umask(before);
  }
});

test.each([0o640, 0o604, 0o660, 0o610, 0o601])(
  'a file with mode %o exits with 4, and is not read',
  (mode) => {
    const { environment, commandEnvironment } = worldWith(
      JSON.stringify({ logins: { [address]: { token: canary } } }),
      mode,
    );
    for (const act of [
      () => storedLogin(environment, address),
      () => storedAddress(environment),
      () => storeLogin(commandEnvironment, address, { token: 't' }),
    ])
      expect(act).toThrow(expect.objectContaining({ exitCode: 4, because: 'credential_exposed' }));
  },
);

test('a link to a file that others can read is refused, too', () => {
  const { environment, file } = worldWith('{"logins":{}}');
  const target = join(dirname(file), 'open.json');
  writeFileSync(target, '{"logins":{}}');
  chmodSync(target, 0o644);
  const linked = worldWith();
  mkdirSync(dirname(linked.file), { recursive: true });
  symlinkSync(target, linked.file);
  expect(storedAddress(environment)).toBeUndefined();
  expect(() => storedAddress(linked.environment)).toThrow(expect.objectContaining({ exitCode: 4 }));
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"logins":[]}',
  '{"logins":{"a":1}}',
  `{"logins":{"a":{"token":["${canary}"]}}}`,
  `{"address":1,"logins":{}}`,
  `"${canary}"`,
  ' '.repeat(65_537),
])('a damaged file exits with 6, and is not repeated (%#)', (content) => {
  const { environment, file } = worldWith(content);
  const failure = expect.objectContaining({ exitCode: 6, because: 'credential_file_damaged' });
  expect(() => storedLogin(environment, address)).toThrow(failure);
  expect(() => storedLogin(environment, address)).not.toThrow(/Canary/);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test.each(['__proto__', 'constructor', 'toString'])('the address %s has no token', (name) => {
  const { environment } = worldWith('{"logins":{}}');
  expect(storedLogin(environment, name)).toBeUndefined();
});
