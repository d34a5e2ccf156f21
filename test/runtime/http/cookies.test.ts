import { expect, test } from 'vitest';
import { readCookies, sessionCookieName, sessionCookies } from '#runtime/http/cookies.ts';

const read = (cookie: string) => Object.fromEntries(readCookies({ cookie }));

test('reads each cookie once', () => {
  expect(read(`a=1; ${sessionCookieName}=x%20y;b="2"`)).toEqual({
    a: '1',
    [sessionCookieName]: 'x y',
    b: '"2"',
  });
  expect(read('')).toEqual({});
  expect(Object.fromEntries(readCookies({}))).toEqual({});
});

test('leaves out a cookie that is sent twice, however often', () => {
  expect(read('a=1; b=2; a=1')).toEqual({ b: '2' });
  expect(read('a=1; a=2; a=3; b=2')).toEqual({ b: '2' });
});

test('writes cookies for this host only, hides secrets from scripts, and makes the browser delete them', () => {
  expect(sessionCookies('sgc_1')).toEqual([
    '__Host-scangate=sgc_1; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-scangate-signed-in=1; Path=/; Secure; SameSite=Strict',
  ]);
  expect(sessionCookies(undefined)).toEqual([
    '__Host-scangate=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-scangate-signed-in=; Max-Age=0; Path=/; Secure; SameSite=Strict',
  ]);
});
