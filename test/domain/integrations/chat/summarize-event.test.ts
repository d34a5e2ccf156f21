import { describe, expect, test } from 'vitest';
import { catalog } from '@scangate/domain/events/catalog';
import { eventTypes } from '@scangate/domain/events/event-types';
import { messageOf, summarizeEvent } from '@scangate/domain/integrations/chat/summarize-event';

const publicUrl = 'https://scangate.example.com';
const exampleOf = (type: (typeof eventTypes)[number]) => ({ type, data: { ...catalog[type].example } });

test.each(eventTypes)('%s has a title, and a link that a person can open', (type) => {
  const { title, lines, link } = messageOf(exampleOf(type), publicUrl);
  expect(title).toMatch(/^\S.{3,}/);
  expect([title, ...lines].join(' ')).not.toMatch(/undefined|\[object|NaN/);
  expect(link?.url).toBe(`${publicUrl}/console`);
});

test('a verdict is described in the sentence of every report', () => {
  expect(summarizeEvent(exampleOf('scan.completed'))).toEqual({
    title: 'FAIL: acme/shop',
    lines: ['FAIL: critical vulnerabilities found. 3 findings in all.', 'Commit 8f2c1d7e5a4b on main'],
  });
  const { type, data } = exampleOf('scan.failed');
  const error = { ...data, verdict: 'ERROR', reasons: ['scan_failed'], errorCode: 'repo_access' };
  expect(summarizeEvent({ type, data: error }).lines[0]).toBe(
    'ERROR: the scan reached no judgment (repo_access).',
  );
  expect(summarizeEvent(exampleOf('pull_request_check.completed')).lines[0]).toBe(
    'FAIL: it introduces secrets. Findings: 1 introduced, 0 fixed.',
  );
});

test('a verdict over a part of what is required says so', () => {
  const { type, data } = exampleOf('scan.completed');
  const { lines } = summarizeEvent({ type, data: { ...data, verdict: 'PASS', complete: false } });
  expect(lines.at(-1)).toBe('Not everything required was assessed.');
});

test('findings are listed with their known facts, at most ten', () => {
  const { type, data } = exampleOf('finding.introduced');
  const [finding] = catalog['finding.introduced'].example.findings;
  const findings = Array.from({ length: 50 }, () => ({ ...finding, knownExploited: true }));
  const { title, lines } = summarizeEvent({ type, data: { ...data, total: 73, findings } });
  expect(title).toBe('73 new findings in acme/shop');
  expect(lines[1]).toBe(
    'critical · minimist 1.2.5 · GHSA-xvch-5gv4-984h · Prototype pollution in minimist · known to be exploited · a fix exists',
  );
  expect([lines.length, lines.at(-1)]).toEqual([12, '… and 63 more']);
});

test('data that the catalog no longer knows becomes the sentence of its type', () => {
  expect(summarizeEvent({ type: 'plan.changed', data: { plan: 7 } }).title).toMatch(
    /^The plan, its interval/,
  );
});

describe('foreign text', () => {
  const hostile = [`a\nb\u202e\u0000c`, 'x'.repeat(10_000), '<!channel>'];
  test.each(hostile)('is one visible line of bounded length: %#', (fullName) => {
    const { type, data } = exampleOf('scan.completed');
    const { title } = summarizeEvent({
      type,
      data: { ...data, repository: { repositoryId: 'r', fullName } },
    });
    expect(title.length).toBeLessThanOrEqual(300);
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(title).not.toMatch(/[\n\u0000\u202e]/);
  });
});

test('a link in the data of an event is dropped, because those are paths of the API', () => {
  const { link } = messageOf({ type: 'plan.changed', data: { link: 'https://evil.example' } }, publicUrl);
  expect(link).toEqual({ text: 'Open Scangate', url: `${publicUrl}/console` });
});

test('without a public URL of the service there is no link', () => {
  expect(messageOf(exampleOf('scan.completed'), undefined).link).toBeUndefined();
});
