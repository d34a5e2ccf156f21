import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeComment } from '@scangate/cli/comment/write-comment';
import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { memoryHost, memoryPullRequest, type MemoryPullRequest } from '#test/support/cli/memory-host.ts';
import { runs } from '#test/support/runs/samples.ts';

const commitHash = 'a'.repeat(40);
const written = { commitHash, report: '## FAIL' };
const body = `${commentMarker}\n## FAIL`;

const ownBodies = ({ comments }: MemoryPullRequest): string[] =>
  comments.filter(({ author }) => author === 'scangate').map((comment) => comment.body);

const by = (author: string, text: string, id = text) => ({ id, author, isOwn: false, body: text });

describe('the single comment', () => {
  test('is created once, and edited with two requests from then on', async () => {
    const pullRequest = memoryPullRequest(commitHash);
    expect(await writeComment(memoryHost(pullRequest), { commitHash, report: 'first' })).toBe('created');
    pullRequest.calls.length = 0;
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('edited');
    expect(pullRequest.calls).toEqual(['read', 'edit']);
    expect(ownBodies(pullRequest)).toEqual([body]);
  });

  test('is neither a comment of another author with the marker nor one of ours that only quotes it', async () => {
    const pullRequest = memoryPullRequest(commitHash);
    pullRequest.comments.push(
      by('mallory', `${commentMarker}\n## PASS`),
      by('scangate', `see ${commentMarker}`),
    );
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('created');
    expect(pullRequest.comments.map((comment) => comment.body)).toEqual([
      `${commentMarker}\n## PASS`,
      `see ${commentMarker}`,
      body,
    ]);
  });

  test('stays when the pull request has a newer commit, and a shortened head is the same commit', async () => {
    const pullRequest = memoryPullRequest('b'.repeat(40));
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('newer_commit');
    expect(pullRequest.comments).toEqual([]);
    pullRequest.head = 'a'.repeat(12);
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('created');
    pullRequest.head = '';
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('newer_commit');
  });

  test('is created again when it is deleted between reading and editing', async () => {
    const pullRequest = memoryPullRequest(commitHash);
    await writeComment(memoryHost(pullRequest), written);
    const meanwhile = (call: string) => {
      if (call === 'edit') pullRequest.comments.length = 0;
    };
    expect(await writeComment(memoryHost(pullRequest, { meanwhile }), written)).toBe('created');
    expect(ownBodies(pullRequest)).toEqual([body]);
  });

  test('is found among 3,000 comments, and with more than 5,000 none is created', async () => {
    const pullRequest = memoryPullRequest(commitHash);
    pullRequest.comments = Array.from({ length: 2_999 }, (_, index) => by('ada', String(index)));
    pullRequest.comments.push(by('scangate', body, 'own'));
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('edited');
    pullRequest.comments = Array.from({ length: 5_001 }, (_, index) => by('ada', String(index)));
    expect(await writeComment(memoryHost(pullRequest), written)).toBe('too_many_comments');
    expect(ownBodies(pullRequest)).toEqual([]);
  });

  test('is cut to the limit of the host at the end of a line', async () => {
    const pullRequest = memoryPullRequest(commitHash);
    await writeComment(memoryHost(pullRequest), { commitHash, report: 'a line\n'.repeat(1_000) });
    const [made = ''] = ownBodies(pullRequest);
    expect(made.length).toBeLessThanOrEqual(1_000);
    expect(made).toMatch(/a line\n\n… The rest is cut/);
  });
});

test('two concurrent runs leave one comment, however their requests interleave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const pullRequest = memoryPullRequest(commitHash);
      const run = () =>
        writeComment(
          memoryHost(pullRequest, { meanwhile: (call) => scheduler.schedule(Promise.resolve(), call) }),
          written,
        );
      const both = Promise.all([run(), run()]);
      await scheduler.waitFor(both);
      expect(ownBodies(pullRequest)).toEqual([body]);
    }),
    { numRuns: runs(200) },
  );
});

test.each(['read', 'create', 'edit', 'remove'])(
  'a refusal of %s reaches the caller unchanged',
  async (refused) => {
    const pullRequest = memoryPullRequest(commitHash);
    if (refused === 'edit') pullRequest.comments.push(by('scangate', body));
    const meanwhile = (call: string) => {
      if (call === 'create' && refused === 'remove') pullRequest.comments.push(by('scangate', body));
      if (call === refused) throw new HostFailure('The host answers 403', 403);
    };
    await expect(writeComment(memoryHost(pullRequest, { meanwhile }), written)).rejects.toThrow('403');
  },
);
