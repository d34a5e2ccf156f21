import { expect, test } from 'vitest';
import { base64, fake } from '@scangate/engines/secrets/rule-example';
import { isPublishedExample } from '@scangate/engines/secrets/published-examples';
import { secretsIn } from './scan-secrets.ts';

/** The account key of the storage emulator, in pieces. */
const key = [
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1O',
  'UzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1S',
  'ZFPTOtr/KBHBeksoGMGw==',
].join('');
const connection = (accountKey: string) =>
  `DefaultEndpointsProtocol=https;AccountName=a1b2;AccountKey=${accountKey};EndpointSuffix=core.windows.net\n`;

test('a credential that documentation publishes is not a finding', () => {
  expect(isPublishedExample(key)).toBe(true);
  expect(secretsIn({ 'src/a.env': connection(key) })).toEqual([]);
});

test('a credential that differs from it in one character is a finding', () => {
  const other = key.replace('Eby8', 'Fby8');
  expect(isPublishedExample(other)).toBe(false);
  expect(secretsIn({ 'src/a.env': connection(other) })).toHaveLength(1);
});

test('line breaks inside a documented key make no difference', () => {
  expect(isPublishedExample(key.replace('UzFT', 'UzFT\n  '))).toBe(true);
  expect(isPublishedExample(fake(base64, 88))).toBe(false);
});

test('the sample secret of the Phoenix guides is not a finding in their code', () => {
  const sample = ['kjoy3o1zeidquwy1', '398juxzldjlksahdk3'].join('');
  expect(secretsIn({ 'lib/endpoint.ex': `      secret_key_base: "${sample}"\n` })).toEqual([]);
});
