import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The rooms of the house and the way imports go (README, "Layout"). */

const sources = globSync('{bin,lib,functions}/**/*.ts').filter((path) => !path.endsWith('.d.ts'));

interface Import {
  from: string;
  to: string;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g;

const imports: Import[] = sources.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(importPattern)].map((match) => {
    const to = match[1] ?? match[2] ?? match[3] ?? '';
    return { from, to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to };
  }),
);

const offenders = (within: RegExp, permitted: (to: string, from: string) => boolean): string[] =>
  imports
    .filter(({ from, to }) => within.test(from) && !permitted(to, from))
    .map(({ from, to }) => `${from} → ${to}`);

const isOurs = (to: string): boolean => /^(?:bin|lib|functions|test|console)\//.test(to);
const anyOf =
  (...rooms: string[]) =>
  (to: string): boolean =>
    rooms.some((room) => to.startsWith(room));
/** Packages are another question; these rules are about our own rooms. */
const ours = (permitted: (to: string, from: string) => boolean) => (to: string, from: string) =>
  !isOurs(to) || permitted(to, from);

describe('imports go one way', () => {
  test('the imports are seen at all', () => {
    expect(imports.filter(({ to }) => isOurs(to)).length).toBeGreaterThan(300);
  });

  test('domain imports only domain, and of Node only hashing', () => {
    expect(offenders(/^lib\/domain\//, (to) => to.startsWith('lib/domain/') || to === 'node:crypto')).toEqual(
      [],
    );
  });

  test('ports import only domain, and types of Node', () => {
    expect(offenders(/^lib\/ports\//, ours(anyOf('lib/domain/', 'lib/ports/')))).toEqual([]);
  });

  test('adapters import domain, ports and themselves; the advisory store also the format the matcher reads', () => {
    const permitted = (to: string, from: string): boolean => {
      const own = from.split('/').slice(0, 3).join('/');
      if (anyOf('lib/domain/', 'lib/ports/', `${own}/`)(to)) return true;
      return own === 'lib/adapters/osv' && to.startsWith('lib/scanners/sca/');
    };
    expect(offenders(/^lib\/adapters\//, ours(permitted))).toEqual([]);
  });

  test('scanners import domain and scanners: files, policy and advisories come in as arguments', () => {
    expect(offenders(/^lib\/scanners\//, ours(anyOf('lib/domain/', 'lib/scanners/')))).toEqual([]);
  });

  test('contract, every endpoint.ts and every webhook.ts are data: domain, port types and contract', () => {
    const permitted = ours(anyOf('lib/domain/', 'lib/ports/', 'lib/contract/'));
    expect(offenders(/^lib\/contract\/(?!client)/, permitted)).toEqual([]);
    expect(offenders(/\/(?:endpoint|webhook)\.ts$/, permitted)).toEqual([]);
  });

  test('infra reads the tables, never a handler or an adapter', () => {
    const tables = anyOf('lib/infra/', 'lib/domain/', 'lib/ports/', 'lib/contract/');
    const isTable = (to: string): boolean =>
      /^functions\/(?:api|webhooks|workflow|jobs|operator)\/index\.ts$/.test(to) ||
      /\/(?:endpoint|function)\.ts$/.test(to);
    expect(
      offenders(
        /^lib\/infra\//,
        ours((to) => tables(to) || isTable(to)),
      ),
    ).toEqual([]);
  });

  test('functions never import infra, local, cli or console', () => {
    expect(
      offenders(/^functions\//, (to) => !anyOf('lib/infra/', 'lib/local/', 'lib/cli/', 'console/')(to)),
    ).toEqual([]);
  });

  test('the command line knows only the client of the contract', () => {
    expect(offenders(/^lib\/cli\//, ours(anyOf('lib/cli/', 'lib/contract/')))).toEqual([]);
  });

  test('runtime knows neither infra nor local', () => {
    expect(
      offenders(/^lib\/runtime\//, (to) => !anyOf('lib/infra/', 'lib/local/', 'lib/cli/', 'functions/')(to)),
    ).toEqual([]);
  });
});

const offendingLines = (paths: string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  );

describe('what comes from outside comes through the runtime', () => {
  test('time, ids and randomness are taken only in runtime, local and bin', () => {
    // Rules of code analysis hold samples of what they find, as text.
    const places = /^(?:lib\/(?:runtime|local|cli|infra|scanners\/sast\/rules)|bin)\//;
    const elsewhere = sources.filter((path) => !places.test(path));
    expect(
      offendingLines(
        elsewhere,
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/,
      ),
    ).toEqual([]);
  });

  test('a terminal status and a refund are written in one place', () => {
    const elsewhere = sources.filter(
      (path) => !/^lib\/domain\/(?:scans\/end-scan|billing\/refund-scan)\.ts$/.test(path),
    );
    const setsTerminal = /set: \{[^}]*status: '(?:completed|failed|cancelled)'/;
    expect(
      offendingLines(
        elsewhere.filter((path) => !/^lib\/(?:local|cli)\//.test(path)),
        setsTerminal,
      ),
    ).toEqual([]);
    expect(offendingLines(elsewhere, /cause: `refund#/)).toEqual([]);
  });

  test('zod is imported as a namespace, which bundles five times smaller', () => {
    expect(offendingLines(sources, /import \{[^}]*\} from 'zod'/)).toEqual([]);
  });
});

describe('files stay small enough to be read at once', () => {
  test('no file of the house has more than 300 lines', () => {
    const long = sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });
});
