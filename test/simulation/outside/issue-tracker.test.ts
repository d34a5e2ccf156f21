import { describe, expect, test } from 'vitest';
import { githubIssues } from '#adapters/providers/github/issues.ts';
import { gitlabIssues } from '#adapters/providers/gitlab/issues.ts';
import { jiraIssues } from '#adapters/providers/jira/issues.ts';
import { linearIssues } from '#adapters/providers/linear/issues.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { IssueTracker } from '#test/simulation/outside/issue-tracker.ts';
import { trackerKinds, trackers } from '#test/simulation/outside/trackers.ts';

const adapters = {
  linear: linearIssues,
  github_issues: githubIssues,
  gitlab_issues: gitlabIssues,
  jira: jiraIssues,
};

const text = { title: 'alpha is vulnerable', blocks: [], marker: 'scangate:alpha' };
const claim = {
  issueId: '7a1f0a52-0000-4000-8000-000000000000',
  marker: text.marker,
  claimedAt: '2026-03-10T12:00:00.000Z',
};
const taint = 'taint3x';

describe.each(trackerKinds)('the emulator of %s', (kind) => {
  const clock = { now: Date.parse(claim.claimedAt) };
  /** Opens a tracker where each request arrives so many times. */
  const open = (arrivals: number) => {
    const tracker = new IssueTracker(() => clock.now);
    const fetch: OutboundFetch = async (url, { method = 'GET', body, headers } = {}) => {
      const { hostname, pathname: path, searchParams: query } = new URL(url);
      expect(trackerKinds.filter((one) => trackers[one].isAt(hostname))).toEqual([kind]);
      const sent = { body: String(body ?? ''), headers: Object.fromEntries(new Headers(headers)) };
      const answer = tracker.answers(kind, { ...sent, method, path, query });
      return Array.from({ length: arrivals }, answer)[0] ?? Response.error();
    };
    const at = { kind, project: trackers[kind].projectOf(taint) };
    const connection = {
      settings: trackers[kind].settings(at.project, taint),
      credential: trackers[kind].credential(taint, 1),
    };
    const options = { fetch, replaced: {}, now: () => new Date(clock.now) };
    return { tracker, at, issues: adapters[kind](options).open(connection as never) };
  };

  test('has the issues that the service makes, changes and finds, and tells who changed them', async () => {
    const { tracker, at, issues } = open(1);
    const { externalId } = await issues.create(claim, text as never);
    const [name = ''] = tracker.madeAt.keys();
    expect([...tracker.issuesOf(at).values()]).toMatchObject([
      { id: externalId, title: text.title, isClosed: false },
    ]);
    expect(tracker.doubled.size).toBe(0);
    clock.now += 60_000;
    await issues.write(externalId, { state: 'closed' });
    expect(tracker.changedAt.get(name)).toBe(clock.now);
    const [closed] = tracker.issuesOf(at).values();
    expect(closed?.isClosed).toBe(true);
    if (closed) tracker.act('reopen-issue', at, closed);
    expect(tracker.issuesOf(at).get(externalId)?.isClosed).toBe(false);
    expect([...tracker.touched]).toEqual([name]);
    expect((await issues.find(claim as never))?.externalId).toBe(externalId);
  });

  test('makes two issues of a request that arrives twice, except where the service chose its id', async () => {
    const { tracker, at, issues } = open(2);
    await issues.create(claim, text as never);
    const made = kind === 'linear' ? 1 : 2;
    expect(tracker.issuesOf(at).size).toBe(made);
    expect(tracker.doubled.size).toBe(made === 2 ? 2 : 0);
  });

  test('refuses everything while it is asked too often', async () => {
    const { tracker, issues } = open(1);
    tracker.limit(kind, 60);
    await expect(issues.create(claim, text as never)).rejects.toMatchObject({
      details: { reason: 'limited' },
    });
    clock.now += 61_000;
    await expect(issues.create(claim, text as never)).resolves.toBeDefined();
  });
});
