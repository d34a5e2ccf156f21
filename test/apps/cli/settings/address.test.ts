import { describe, expect, test } from 'vitest';
import { findAddress, readAddress } from '@scangate/cli/settings/address';

describe('an address', () => {
  test.each([
    ['https://scangate.example', 'https://scangate.example'],
    ['https://scangate.example/base/', 'https://scangate.example/base'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://localhost:4010/', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
    ['http://127.8.0.1:4010', 'http://127.8.0.1:4010'],
    ['http://127.1', 'http://127.0.0.1'],
  ])('%s is accepted', (text, address) => {
    expect(readAddress(text, '--url')).toBe(address);
  });

  test.each([
    'http://scangate.example',
    'http://127.0.0.1.example',
    'http://128.0.0.1',
    'http://0.0.0.0:4010',
    'http://localhost.example',
    'http://10.0.0.1',
    'https://user@scangate.example',
    'https://:secret@scangate.example',
    'https://scangate.example/?token=secret',
    'https://scangate.example/#secret',
    'https://scangate.example\nhttps://other.example',
    ' https://scangate.example',
    'ftp://scangate.example',
    'file:///etc/secret',
    'scangate.example',
    '',
  ])('%j is refused without being repeated', (text) => {
    const read = () => readAddress(text, '--url');
    expect(read).toThrow(/^--url /);
    expect(read).not.toThrow(/secret|other\.example/);
  });

  test('is that of the flag, else of the variable, else what login stored', () => {
    const environment = { SCANGATE_URL: 'https://two.example' };
    const stored = 'https://three.example';
    expect(findAddress({ flag: 'https://one.example', environment, stored })).toBe('https://one.example');
    expect(findAddress({ flag: undefined, environment, stored })).toBe('https://two.example');
    expect(findAddress({ flag: undefined, environment: {}, stored })).toBe('https://three.example');
    expect(() => findAddress({ flag: undefined, environment: {}, stored: undefined })).toThrow(
      /SCANGATE_URL/,
    );
  });
});
