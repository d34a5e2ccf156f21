import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { csrfToken } from '@scangate/domain/identity/csrf';
import type { Problem } from '@scangate/domain/problem';
import { requireOwnOrigin } from '#runtime/http/csrf-protection.ts';

const csrf = csrfToken('sgc_secret');

const codeOf = (check: () => void): string => {
  try {
    check();
    return 'passes';
  } catch (error) {
    return (error as Problem).code;
  }
};

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  publicUrl?: string;
}

const answerTo = ({ method = 'POST', headers = {}, publicUrl }: Sent) => {
  const event = {
    httpMethod: method,
    headers: { Host: 'gate.example.com', ...headers },
    requestContext: { domainName: 'gate.example.com' },
    stageVariables: publicUrl === undefined ? null : { publicUrl },
  } as unknown as APIGatewayProxyEvent;
  return codeOf(() => requireOwnOrigin(event, csrf));
};

test('accepts a change with the header of its session, from its own origin', () => {
  const right = { 'Scangate-CSRF': csrf };
  expect(answerTo({ headers: right })).toBe('passes');
  expect(answerTo({ headers: { ...right, 'Sec-Fetch-Site': 'same-origin' } })).toBe('passes');
  expect(answerTo({ headers: { ...right, Origin: 'https://gate.example.com' } })).toBe('passes');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s without the header, or with another', (method) => {
  expect(answerTo({ method })).toBe('csrf_failed');
  expect(answerTo({ method, headers: { 'Scangate-CSRF': '' } })).toBe('csrf_failed');
  expect(answerTo({ method, headers: { 'Scangate-CSRF': csrfToken('sgc_other') } })).toBe('csrf_failed');
});

test.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: 'https://evil.example' },
  { Origin: 'http://gate.example.com' },
  { Origin: 'https://gate.example.com:8443' },
  { Origin: 'null' },
] satisfies Record<string, string>[])(
  'refuses a change from another origin: %j',
  (elsewhere: Record<string, string>) => {
    expect(answerTo({ headers: { 'Scangate-CSRF': csrf, ...elsewhere } })).toBe('csrf_failed');
  },
);

test.each(['GET', 'HEAD', 'OPTIONS'])('for %s checks the header only if it is sent', (method) => {
  const from = (headers: Record<string, string>) => answerTo({ method, headers });
  expect(from({ Origin: 'https://evil.example' })).toBe('passes');
  expect(from({ 'Scangate-CSRF': csrf })).toBe('passes');
  expect(from({ 'Scangate-CSRF': csrfToken('sgc_other') })).toBe('csrf_failed');
  expect(from({ 'Scangate-CSRF': '' })).toBe('csrf_failed');
});

test('compares with the public URL if the operator states it', () => {
  const publicUrl = 'https://scangate.example.com';
  const from = (Origin: string) => answerTo({ publicUrl, headers: { 'Scangate-CSRF': csrf, Origin } });
  expect(from(publicUrl)).toBe('passes');
  expect(from('https://gate.example.com')).toBe('csrf_failed');
});

test('compares with the host that the viewer of a distribution requested, if no public URL is stated', () => {
  const viewer = { 'Scangate-CSRF': csrf, 'Scangate-Viewer-Host': 'd1.cloudfront.example' };
  const from = (Origin: string, publicUrl?: string) =>
    answerTo({ headers: { ...viewer, Origin }, ...(publicUrl !== undefined && { publicUrl }) });
  expect(from('https://d1.cloudfront.example')).toBe('passes');
  expect(from('https://gate.example.com')).toBe('csrf_failed');
  expect(from('https://d1.cloudfront.example', 'https://scangate.example.com')).toBe('csrf_failed');
});

test('accepts the page of a local service without TLS', () => {
  const from = (Host: string) =>
    answerTo({ headers: { 'Scangate-CSRF': csrf, Host, Origin: `http://${Host}` } });
  expect(from('127.0.0.1:3000')).toBe('passes');
  expect(from('localhost:3000')).toBe('passes');
  expect(from('127.0.0.1.evil.example')).toBe('csrf_failed');
});

test('refuses every change when the authorizer passes no header value', () => {
  const event = { httpMethod: 'POST', headers: { 'Scangate-CSRF': '' }, requestContext: {} };
  expect(codeOf(() => requireOwnOrigin(event as never, undefined))).toBe('csrf_failed');
});
