import { expect, test } from 'vitest';
import { newPack, packBody, packErrors } from '@scangate/console/routes/evidence/auditor-pack-request.ts';

test('a period without a start or an end, or with both swapped, is not sent', () => {
  expect(packErrors(newPack)).toEqual({ from: true, to: true, order: false });
  const turned = { ...newPack, from: '2026-03-02', to: '2026-03-01' };
  expect(packErrors(turned)).toEqual({ from: false, to: false, order: true });
});

test('what is not chosen is left out', () => {
  const pack = { ...newPack, from: '2026-01-01', to: '2026-03-31' };
  expect(packBody(pack)).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  const repositories = [{ repositoryId: 'r1', fullName: 'acme/web' }];
  expect(packBody({ ...pack, include: ['sbom'], repositories })).toEqual({
    from: '2026-01-01',
    to: '2026-03-31',
    include: ['sbom'],
    repositoryIds: ['r1'],
  });
});
