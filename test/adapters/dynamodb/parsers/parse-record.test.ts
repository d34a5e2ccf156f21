import { describe, expect, test } from 'vitest';
import type { RecordName } from '@scangate/domain/record-changes';
import type { Member } from '@scangate/domain/records';
import { fromItem, toItem, type Item } from '#adapters/dynamodb/items.ts';
import { parseRecord } from '#adapters/dynamodb/parsers/parse-record.ts';
import { objectOf, optional, text, type FieldParsers } from '#adapters/dynamodb/parsers/parse-value.ts';
import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import { fullRecords } from '#test/support/full-records.ts';

const kinds = Object.keys(recordLayouts) as RecordName[];
describe.each(kinds)('a stored %s', (record) => {
  const full: Item = { ...fullRecords[record] };

  test('with every field is read as it was written', () => {
    expect(fromItem(record, toItem(record, fullRecords[record]))).toEqual(full);
  });

  test('may lack a field that is optional, but no other', () => {
    for (const field of Object.keys(full)) {
      const { [field]: _left, ...rest } = full;
      const read = () => parseRecord(record, rest);
      let lacking: unknown;
      try {
        lacking = read();
      } catch (error) {
        expect(String(error)).toContain(`a stored ${record} is damaged: ${field}: expected`);
        continue;
      }
      expect(lacking).toEqual(rest);
    }
    expect(() => parseRecord(record, {})).toThrow(`a stored ${record} is damaged`);
  });

  test('with a value of another type in any field is refused', () => {
    for (const field of Object.keys(full)) {
      const damaged = { ...full, [field]: Symbol('damage') };
      expect(() => parseRecord(record, damaged)).toThrow(`a stored ${record} is damaged: ${field}: expected`);
    }
  });

  test('drops a field that the record type does not define', () => {
    expect(parseRecord(record, { ...full, nobodyKnowsThis: 1 })).toEqual(full);
  });
});

describe('nested inside a record', () => {
  const { scan, policy, auditEvent, mail, account } = fullRecords;

  test('a policy with a field of the wrong type is refused, naming the field', () => {
    const row = { ...policy, policy: { ...policy.policy, severityThreshold: 'none' } };
    expect(() => parseRecord('policy', row)).toThrow(
      'a stored policy is damaged: policy: severityThreshold: expected critical or',
    );
  });

  test.each([
    ['a scan type', { ...scan, scanTypes: ['sca', 'magic'] }, 'scanTypes'],
    ['a status of a unit', { ...scan, units: [{ ...scan.units[0], status: 'lost' }] }, 'units: status'],
    ['a charge', { ...scan, units: [{ ...scan.units[0], charge: { core: '1' } }] }, 'units: charge: core'],
    [
      'a count',
      { ...scan, verdict: { ...scan.verdict, summary: { secrets: {} } } },
      'verdict: summary: secrets: critical',
    ],
    [
      'an artifact',
      { ...scan, artifact: { kind: 'image' } },
      'artifact: expected a kind of lockfile or sbom',
    ],
    ['null', { ...scan, verdict: null }, 'verdict: expected an object, found null'],
    ['a list', { ...scan, units: {} }, 'units: expected a list, found object'],
  ])('%s with a value of the wrong type is refused, naming the field', (_what, row, field) => {
    expect(() => parseRecord('scan', row)).toThrow(`a stored scan is damaged: ${field}`);
  });

  test('an actor has exactly the fields of its kind', () => {
    expect(parseRecord('auditEvent', { ...auditEvent, actor: { kind: 'system' } }).actor).toEqual({
      kind: 'system',
    });
    expect(() => parseRecord('auditEvent', { ...auditEvent, actor: { kind: 'person' } })).toThrow(
      'actor: personId',
    );
    expect(() => parseRecord('auditEvent', { ...auditEvent, actor: { kind: 'toString' } })).toThrow(
      'actor: expected a kind',
    );
  });

  test('a fact of a mail is a string or a number', () => {
    expect(() => parseRecord('mail', { ...mail, facts: { pack: true } })).toThrow(
      'facts: expected text, found boolean',
    );
  });

  test('a marker is true or absent', () => {
    expect(() => parseRecord('account', { ...account, retentionChosen: false })).toThrow('retentionChosen');
  });

  test('a value that is not an object is refused', () => {
    expect(() => parseRecord('scan', undefined)).toThrow('expected an object, found undefined');
    expect(() => parseRecord('scan', [])).toThrow('expected an object, found object');
  });
});

describe('the parsers of a record', () => {
  const member: FieldParsers<Pick<Member, 'email' | 'removedAt'>> = {
    email: text,
    removedAt: optional(text),
  };

  test('do not compile when a field has no parser', () => {
    // @ts-expect-error `removedAt` has no parser.
    const lacking: FieldParsers<Pick<Member, 'email' | 'removedAt'>> = { email: text };
    expect(objectOf(member)({ email: 'a', removedAt: 'b' })).toEqual({ email: 'a', removedAt: 'b' });
    expect(Object.keys(lacking)).toEqual(['email']);
  });

  test('do not compile when they treat an optional field as required, or a required one as optional', () => {
    // @ts-expect-error `removedAt` may be absent.
    const strict: FieldParsers<Pick<Member, 'email' | 'removedAt'>> = { email: text, removedAt: text };
    // @ts-expect-error `email` may not be absent.
    const loose: FieldParsers<Pick<Member, 'email' | 'removedAt'>> = { ...member, email: optional(text) };
    expect([Object.keys(strict), Object.keys(loose)]).toHaveLength(2);
  });
});
