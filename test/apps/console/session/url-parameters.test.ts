import { describe, expect, test } from 'vitest';
import {
  calendarDay,
  choice,
  choices,
  flag,
  option,
  readUrlState,
  text,
  texts,
  whole,
  writeUrlState,
} from '@scangate/console/session/url-parameters.ts';

const spec = {
  tab: choice(['introduced', 'fixed'], 'introduced'),
  kind: option(['code', 'secret']),
  severity: choices(['critical', 'high', 'low']),
  q: text(),
  ids: texts(2),
  page: whole(1),
  all: flag(),
  from: calendarDay(),
};

const initial = {
  tab: 'introduced',
  kind: '',
  severity: [],
  q: '',
  ids: [],
  page: 1,
  all: false,
  from: '',
};

describe('the state of a page is part of its URL', () => {
  test('a URL without parameters is the initial state', () => {
    expect(readUrlState(spec, '')).toEqual(initial);
  });

  test('each kind of value is read', () => {
    const search =
      '?tab=fixed&kind=code&severity=low&severity=critical&q=a%20b&ids=1&ids=2&page=3&all=true&from=2026-03-02';
    expect(readUrlState(spec, search)).toEqual({
      tab: 'fixed',
      kind: 'code',
      severity: ['critical', 'low'],
      q: 'a b',
      ids: ['1', '2'],
      page: 3,
      all: true,
      from: '2026-03-02',
    });
  });

  test('an unknown tab, an altered number and an invalid day are the initial values', () => {
    const search =
      '?tab=tomorrow&kind=x&severity=x&page=-1&page=1e9&all=yes&from=2026-99-99&ids=1&ids=2&ids=3';
    expect(readUrlState(spec, search)).toEqual({ ...initial, ids: ['1', '2'] });
  });

  test('a written state is read back', () => {
    const changes = {
      tab: 'fixed',
      kind: 'code',
      severity: ['high'],
      q: 'pkg:npm/%40a&b=c#d',
      all: true,
    } as const;
    expect(readUrlState(spec, writeUrlState(spec, changes, ''))).toEqual({ ...initial, ...changes });
  });

  test('an initial value is left out, and other parameters stay', () => {
    expect(writeUrlState(spec, { tab: 'introduced', q: '' }, '?tab=fixed&q=x&other=1')).toBe('?other=1');
    expect(writeUrlState(spec, { tab: 'introduced' }, '?tab=fixed')).toBe('');
  });

  test('a text longer than the URL limit is cut', () => {
    expect(readUrlState(spec, `?q=${'x'.repeat(5_000)}`).q).toHaveLength(1_000);
  });
});
