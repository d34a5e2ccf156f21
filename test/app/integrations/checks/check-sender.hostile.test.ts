import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { marked } from 'marked';
import {
  checkTokens,
  endedScan,
  openCheckWorld,
  secretAt,
  type CheckWorld,
} from '#test/support/integrations/check-world.ts';

let world: CheckWorld;
beforeEach(async () => void (world = await openCheckWorld()));
afterEach(() => world.close());

const pullRequest = { number: 12 };
const marker = '<!-- scangate:verdict -->';
const hostile = [
  '@everyone @acme/security',
  marker,
  '</details><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '](https://evil.example.com)',
  '`@octocat`',
  '/close',
  '#1 !2 ~bug',
];

/** A scan whose findings, branch and gaps contain text from an attacker. */
const hostileScan = () => {
  const scan = endedScan(1, { judged: 'FAIL', pullRequest, branch: `x${hostile.join('')}` });
  const gaps = hostile.map((reason) => ({ reason, file: reason }));
  const coverage = (scan.verdict?.coverage ?? []).map((entry) => ({
    ...entry,
    status: 'partial' as const,
    gaps,
  }));
  return { ...scan, ...(scan.verdict && { verdict: { ...scan.verdict, coverage } }) };
};
const hostileFindings = hostile.map((text, index) =>
  secretAt(`src/${text}.js`, index + 1, { title: text, rule: text, redacted: text }),
);

/** Returns the text that a renderer interprets: everything outside of code spans. */
const interpreted = (markdown: string): string => {
  let text = '';
  const walk = (tokens: readonly unknown[]): void => {
    for (const token of tokens as {
      type: string;
      raw: string;
      tokens?: unknown[];
      items?: unknown[];
      header?: unknown[];
      rows?: unknown[][];
    }[]) {
      const inner = [token.tokens, token.items, token.header, ...(token.rows ?? [])].filter(Array.isArray);
      if (inner.length > 0) inner.forEach((part) => walk(part as unknown[]));
      else if (token.type !== 'codespan' && token.type !== undefined) text += `${token.raw}\n`;
      else if (token.type === undefined) walk([]);
    }
  };
  walk(marked.lexer(markdown));
  return text;
};

describe.each(['github', 'gitlab', 'bitbucket'] as const)('%s: text from a repository', (api) => {
  const bodyOf = (): string =>
    world.github().comments[0]?.body ??
    world.gitlab().notes[0]?.body ??
    world.bitbucket().comments[0]?.raw ??
    '';

  test('is shown as text: nobody is mentioned, and nothing is a link, a tag or a command', async () => {
    await world.addRepository(api);
    await world.send(await world.addScan(hostileScan(), hostileFindings));
    const body = bodyOf();
    expect(body.split(marker)[0]).toMatch(/^(?:\[\/\/\]: # \()?$/);
    const text = interpreted(body.split('\n').slice(1).join('\n'));
    expect(text).not.toMatch(/@(?:everyone|acme|octocat)/);
    expect(text).not.toMatch(/<img|javascript:|evil\.example\.com|<!--/);
    expect(body.split('\n').filter((line) => line.startsWith('/'))).toEqual([]);
    expect(body).toContain('@everyone');
    expect(body).not.toContain(checkTokens[api]);
  });

  test('is never longer than the host accepts', async () => {
    await world.addRepository(api);
    const long = Array.from({ length: 400 }, (_, index) =>
      secretAt(`src/${'deep/'.repeat(40)}${index}.js`, index + 1, { title: 'x'.repeat(10_000) }),
    );
    const scan = hostileScan();
    const gaps = Array.from({ length: 200 }, (_, index) => ({ reason: `${index} ${'y'.repeat(900)}` }));
    const coverage = (scan.verdict?.coverage ?? []).map((entry) => ({ ...entry, gaps }));
    const verdict = scan.verdict && { verdict: { ...scan.verdict, coverage } };
    expect(await world.send(await world.addScan({ ...scan, ...verdict }, long))).toMatchObject({
      kind: 'delivered',
      attempt: expect.not.objectContaining({ cause: 'status' }) as unknown,
    });
    expect(bodyOf().length).toBeLessThanOrEqual(api === 'bitbucket' ? 32_768 : 65_536);
    const count = (tag: string): number =>
      bodyOf()
        .split('\n')
        .filter((line) => line.startsWith(tag)).length;
    expect(count('<details>')).toBe(count('</details>'));
  });
});

describe('a copy of the marker', () => {
  const impostor = `${marker}\n## Scangate: ✅ PASS`;

  test.each([
    ['github', 'comment', { repository: 'acme/shop', number: 12, body: impostor, author: 'mallory' }],
    ['gitlab', 'note', { project: 'acme/web/shop', mergeRequest: 12, body: impostor, author: 'mallory' }],
    [
      'bitbucket',
      'comment',
      { repository: 'acme/shop', pullRequest: 12, raw: `[//]: # (${marker})\n`, author: '{mallory}' },
    ],
  ] as const)(
    '%s: a comment of another author is left alone, and our own is created',
    async (api, act, input) => {
      await world.addRepository(api);
      world.emulator.control.perform(api, act, input);
      await world.send(await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest })));
      const bodies = [
        ...world.github().comments.map(({ body }) => body),
        ...world.gitlab().notes.map(({ body }) => body),
        ...world.bitbucket().comments.map(({ raw }) => raw),
      ];
      expect(bodies).toHaveLength(2);
      expect(bodies[0]).toBe('raw' in input ? input.raw : impostor);
      expect(bodies[1]).toContain('❌ FAIL');
    },
  );

  test('a comment that a person deleted is created again, and a long discussion is searched', async () => {
    await world.addRepository('github');
    await world.send(await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest })));
    const [own] = world.github().comments;
    world.emulator.control.perform('github', 'delete-comment', { id: own?.id });
    for (let index = 0; index < 130; index += 1)
      world.emulator.control.perform('github', 'comment', {
        repository: 'acme/shop',
        number: 12,
        body: `${impostor} ${index}`,
        author: 'mallory',
      });
    await world.send(await world.addScan(endedScan(2, { pullRequest })));
    expect(world.github().comments.filter(({ author }) => author === 'machine-user')).toHaveLength(1);
  });
});
