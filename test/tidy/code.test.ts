import { describe, expect, test } from 'vitest';
import { files, sources, textOf } from './source-tree.ts';

const hits = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

/** Code of other people, in corpora and in samples of rules. */
const holdsSamples = /^test\/corpora\/|^test\/tidy\/|^test\/app\/scans\/workflow\/committer-actions/;

describe('a rule is stated in one place', () => {
  test('only retryOnConflict retries a transaction', () => {
    const loop = /\bfor \([^;)]*;\s*;|\bwhile \(true\)/;
    const again = sources.filter(
      (path) =>
        path.startsWith('lib/app/') &&
        path !== 'lib/app/retry-on-conflict.ts' &&
        loop.test(textOf(path)) &&
        /instanceof \w*Conflict\b/.test(textOf(path)) &&
        !textOf(path).includes('retryOnConflict('),
    );
    expect(again).toEqual([]);
  });

  test('a day and an hour have one name for their milliseconds', () => {
    const own =
      /\b(?:86_400_000|86400000|3_600_000|3600000)\b|\b24 \* 60 \* 60|\b60 \* 60_000\b|\bconst (?:minute|hour|day)Ms =/;
    // They import nothing of the service, or only its client.
    const apart = /^lib\/(?:emulators|client|apps\/console)\/|^lib\/engines\/model\/time-units\.ts/;
    expect(hits(sources, own).filter((hit) => !apart.test(hit))).toEqual([]);
  });

  test('the day of an instant is computed by dayOf', () => {
    const ofServer = sources.filter((path) => /^(?:lib\/(?:app|domain|runtime)|functions)\//.test(path));
    const own = hits(ofServer, /(?:At|at|now|ISOString\(\))\.slice\(0, (?:10|13)\)/);
    expect(own.filter((hit) => !hit.startsWith('lib/domain/instant.ts'))).toEqual([]);
  });

  test('a commit is lower-cased where a request is read, and where git is called', () => {
    const own = hits(sources, /(?:[cC]ommit(?:Hash)?|\bhash)\??\.toLowerCase\(\)/);
    const known = /^lib\/(?:git|adapters\/git|domain\/repositories\/commit-hash)/;
    expect(own.filter((hit) => !known.test(hit))).toEqual([]);
  });

  test('one field of a request is refused by invalidField or fieldProblem', () => {
    const rules = sources.filter((path) => /^lib\/(?:app|domain)\//.test(path));
    const own = hits(
      rules,
      /\berrors(?:: ProblemPart\[\])?(?::| =) \[\{ pointer(?::[^,]*)?, code(?:: '\w+')?, detail \}\]/,
    );
    // An uploaded artifact is refused by an answer, and not by a problem.
    const known = /^lib\/(?:domain\/invalid-field|app\/scans\/check-artifact)/;
    expect(own.filter((hit) => !known.test(hit))).toEqual([]);
  });
});

test('a handler has at most 40 lines beside its imports', () => {
  const long = sources.filter((path) => {
    if (!/^functions\/.*\/handler\.ts$/.test(path)) return false;
    const body = textOf(path).replaceAll(/^import [^;]*;\n/gm, '');
    return body.trim().split('\n').length > 40;
  });
  expect(long).toEqual([]);
});

test('a stored document becomes a type in one place', () => {
  const parsing = sources.filter(
    (path) => path.startsWith('lib/app/') && textOf(path).includes('JSON.parse('),
  );
  expect(parsing).toEqual([
    // Requests and events from outside, and an opened credential, are no documents; the digest of a pipeline's statement is compared.
    'lib/app/integrations/open-connection.ts',
    'lib/app/ledger/ledger-pages/ledger-page.ts',
    'lib/app/scans/pipeline-statements.ts',
    'lib/app/scans/workflow/end-scan-of-execution.ts',
    'lib/app/stored-json.ts',
  ]);
});

test('each suppressed lint rule has a reason beside it', () => {
  const read = files.filter((path) => !holdsSamples.test(path));
  expect(hits(read, /(?:eslint|oxlint)-disable(?!.* -- [\w`])|\beslint-disable/)).toEqual([]);
});

test('each exported function of the server has a docstring; wiring is explained by its name', () => {
  const declared =
    /^export (?:async function|function\*?|const \w+(?::[^=\n]*)? =\s*(?:async\s*)?(?:<[^\n]*>\s*)?\()/;
  const mute = sources
    .filter((path) => /^lib\/(?:(?:domain|app|contract)\/|runtime\/(?!wire))/.test(path))
    .flatMap((path) => {
      const lines = textOf(path).split('\n');
      return lines.flatMap((line, index) =>
        declared.test(lines.slice(index, index + 3).join('\n')) && !lines[index - 1]?.endsWith('*/')
          ? [`${path}:${index + 1} ${line}`]
          : [],
      );
    });
  expect(mute).toEqual([]);
});
