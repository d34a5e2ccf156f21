import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comments, show } from './comments.ts';
import { files, pages } from './source-tree.ts';

/** Words that the code once had for what the field has a word for (docs/glossary.md). */
const replaced: Readonly<Record<string, RegExp>> = {
  'payment provider': /\btills?\b|[a-z]Tills?\b|\bTill[A-Z]?|\btill[A-Z]/,
  'handle (an event)': /\bhear(?:d)?[A-Z]\w*/,
  reconcile: /\bagreeWith|\bvisit-/,
  'request a change': /\bwanting\b|\bWant\b|\bwantOf\b/,
  load: /\bknownTill\b|\bisOurs\b/,
  notification: /\bLetters?\b|\bnameOfLetter\b|\bposted\(/,
  upcoming: /\bmailsToCome\b|\bComingMail\b/,
  'onConflict, …Conflict': /\w+Moved\b|\bAlready[A-Z]\w+/,
  'due queue': /\bopenOf\b|\bopenShards?\b|\bopen index\b/,
  'apply due renewals': /\basOf\b|\bwhat time alone does\b/,
  'unit resolver': /\bhomesOf\b/,
  'external failure': /\b[A-Z]\w*Outside\b(?= extends| \{)/,
  'replay if answered': /\brefuseReplay\b|\brefuseAnswered\b/,
  'shared resources, feature flags': /\bEstate\b|\bestate\b|\bcdkWays\b/,
  'on execution failed': /\bwhenAnExecutionDies\b/,
  'assert finds canary': /\bproveAwake\b|\bprove-awake\b/,
  'source archive': /\bunit-files\/|\bunitFiles\b/,
  'token store, fault injector': /\bTokenBook\b|\btoken-book\b|\btraffic\.meet\b/,
  'Stripe object': /\bThing\b|\bKept\b(?=[<;,)])/,
  'ephemeral cloud': /\bPrivateCloud\b|\bprivate cloud\b/,
  'command, scenario, outcome, faults':
    /\b[dD]eeds?\b|\bmisfortunes?\b|\bMisfortune\b|\b[eE]conomy\b|\bbefall\w*/,
  'naive implementation': /\btoy[- ]version\b/,
  'apply, end, fix': /\bsettle(?:Followed|Gone|Finding|Unit|Charge)\w*/,
  request: /\b\w*[a-z]Wish\b|\bwishes\b(?! to)/,
  'custom rules': /\bOwn(?:Code|Secret)?Rules?\b|\bownRules?\b|\bown-rules\b/,
  'offboarding, advisory watch':
    /\b(?:app|domain|ports|infra)\/(?:leaving|watch)\/|\bLeavingStack\b|\bleaving = new Offboarding/,
  'permission of a function': /\bCapabilityTable\b|\bdeclared-capabilities\b/,
  'notify, requested, action':
    /\btell(?:Expiry|Replaced|Joined)\b|\bAsked(?:Range|Package|Artifact)\b|\bOperatorAct\b|\buseAct\b/,
  emulator: /\b[sS]tand-ins?\b|\b\w*[sS]tandIns?(?![a-z])/,
  action:
    /\b(?:github|gitlab|check|channel)Acts\b|\b(?:check-)?acts\.ts\b|\brequireUnansweredAct\b|operator\/<act>|\{name\}\/\{act\}/,
  'layer, snapshot and epoch of a pool':
    /\broomOf\b|\brooms\b|\btakeCut\b|\b(?:driftOfCut|addBeforeCut|cutOf)\b|\braise(?:Pool|Lease|Epoch)\b/,
  'names that say what they do':
    /\btheOne\b|\brequire(?:Staying|Waiving|Maker|RootToken)\b|\bisNoTrend\b|\bisLeftToMore\b|\bneverHolds\b|\b[mM]ayGoOn\b|\bFollowedMeanwhile\b|\bfreeAtOnce\b/,
  instantOrDate: /\bmoment: z\.|\bmoment\.(?:optional|meta)\(/,
  'plain English': /\bin vain\b|\bnone of ours\b|\bso to say\b|\bcharge by itself\b|\bway to pay\b/,
};

const british =
  /\b(?:licence|behaviour|colour|honour|favour|neighbour|flavour|labour|rumour|catalogue|dialogue|artefact|centre|metre|defence|offence|judgement|grey|fulfil|instalment|programme|whilst|amongst|towards|analyse|catalyse|travelled|travelling|modelled|modelling|labelled|labelling|cancelling|signalled|signalling)(?:s|d|rs|ed|ing|able|al)?\b|\b(?:un|re|de|pre|over|mis)?(?:organ|recogn|normal|serial|initial|optim|summar|minim|maxim|author|synchron|categor|standard|token|general|special|real|capital|custom|final|util|visual|emphas|character|prior|priorit|sanit|material|memor|parametr)is(?:e|ed|es|ing|ation|ations|er)\b/i;

/** Data and detection: names of licenses, of files and of other people's code are as they are. */
const holdsOthersWords =
  /^(?:test\/corpora\/|test\/tidy\/|lib\/engines\/(?:secrets|sast)\/rules\/|lib\/engines\/license\/|test\/engines\/license\/)/;

const scripts = globSync('{docs,examples,.github}/**/*.{yml,sh}');

const linesOf = (paths: readonly string[]) =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((text, index) => ({ at: `${path}:${index + 1}`, text })),
  );

const prose = linesOf([...files.filter((path) => !holdsOthersWords.test(path)), ...pages, ...scripts]);

describe('words are those of the field', () => {
  test.each(Object.entries(replaced))('%s: the older word does not come back', (_word, pattern) => {
    expect(
      prose.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${at} ${text.trim()}`),
    ).toEqual([]);
  });

  test('spelling is American', () => {
    const accepted = /LICENCE|towards\b.*"towards"/;
    expect(
      prose
        .filter(({ text }) => british.test(text) && !accepted.test(text))
        .map(({ at, text }) => `${at} ${text.trim()}`),
    ).toEqual([]);
  });
});

/** Openings of a clause without a subject. */
const fragment =
  /^(?:Of (?:what|which|whom|whose|it|them|all|these|those)|(?:For|To|By|From|With) (?:whom|which|what)|What|Whatever|Whose|Whom|Who (?!\w+s\b)|Which (?!\w+s\b)|How|Where|That (?:which|what)|Nor)\b[^?]*$/;

/** The status `cancelled`, names in code, and lines of a table that have the names of simulated flows and bugs. */
const isNameOf =
  /`[^`]*`|[\w.#-]*\.cancelled|#\w+|!cancelled\(\)|\b(?:refund (?:of|for)|no refund for) a cancelled scan|^\| a cancelled scan .*/g;

describe('prose has one spelling of what the status `cancelled` says', () => {
  test('it is canceled', () => {
    const written = linesOf(pages.filter((page) => page.endsWith('.md')))
      .filter(({ text }) => !/"(?:type|status)": "/.test(text))
      .concat(comments.map(({ path, line, text }) => ({ at: `${path}:${line}`, text })))
      .filter(({ at }) => !/^(?:lib\/client\/generated|docs\/reference)\//.test(at))
      .filter(({ text }) => /\bcancelled\b/i.test(text.replace(isNameOf, '')));
    expect(written.map(({ at, text }) => `${at} ${text.trim()}`)).toEqual([]);
  });
});

describe('comments are sentences', () => {
  test('no docstring begins with a clause without a subject', () => {
    const odd = comments.filter(({ text, isDocstring }) => isDocstring && fragment.test(text));
    expect(odd.map(show)).toEqual([]);
  });

  test('no docstring is a word, or a few without a subject', () => {
    const bare = /^(?:(?!Waits)\w+|Each once|\w+ first|(?:Of|Those|As)(?: [\w'`-]+){1,6})\.$/;
    const odd = comments.filter(({ text, isDocstring }) => isDocstring && bare.test(text));
    expect(odd.filter(({ path }) => !path.startsWith('lib/client/generated/')).map(show)).toEqual([]);
  });

  test('no comment uses archaic or foreign wording', () => {
    const dated =
      /(?<![-`])\banew\b|\bfor ever\b|\bin vain\b|\bwherefore\b|\bsigns? of (?:two|three|four) bytes\b/i;
    expect(
      comments
        .filter(({ path, text }) => !path.startsWith('lib/client/generated/') && dated.test(text))
        .map(show),
    ).toEqual([]);
  });

  test('no docstring is empty', () => {
    expect(comments.filter(({ text, isDocstring }) => isDocstring && text === '').map(show)).toEqual([]);
  });
});

/** The commit that brought this rule: what came before it is as it is. */
const subjectsSinceThisRule = (): string[] => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [first] = git('log', '--diff-filter=A', '--format=%H', '--', 'test/tidy/words.test.ts')
    .trim()
    .split('\n');
  return first
    ? git('log', '--no-merges', '--format=%s', `${first}..HEAD`).trim().split('\n').filter(Boolean)
    : [];
};

describe('commit subjects', () => {
  test('have an area and at most 72 characters', () => {
    const subjects = existsSync('.git') ? subjectsSinceThisRule() : [];
    const wrong = subjects.filter(
      (subject) =>
        subject.length > 72 || !/^(?:Revert "|[a-z][a-z0-9/-]*(?:, [a-z0-9/-]+)*: \S)/.test(subject),
    );
    expect(wrong).toEqual([]);
  });
});
