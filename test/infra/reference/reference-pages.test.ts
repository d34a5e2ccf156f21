import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { referencePages } from '#infra/reference/reference-pages.ts';
import { settingNames } from '#infra/settings.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference');
const pages = referencePages();

describe('docs/reference', () => {
  test('matches the tables; after a change run `npm run docs`', () => {
    const checkedIn = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
    expect(Object.fromEntries(checkedIn)).toEqual(pages);
  });

  test('describes every setting, with its default', () => {
    for (const name of settingNames)
      expect(pages['settings.md']).toMatch(new RegExp(`\`${name}\` \\| [^|]+ \\| \\S`));
  });

  test('names the actions of every capability that an endpoint requires', () => {
    const specs: readonly EndpointSpec[] = endpoints;
    const required = new Set(specs.flatMap(({ capability }) => capability ?? []));
    expect(required.size).toBeGreaterThan(0);
    for (const capability of required)
      expect(pages['plans.md']).not.toMatch(new RegExp(`\\| \`${capability}\` \\| [^|]*No endpoint`));
  });

  test('has no cell with an undefined value or an object', () => {
    for (const text of Object.values(pages)) expect(text).not.toMatch(/undefined|\[object/);
  });
});
