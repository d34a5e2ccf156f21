import { erasePerson, kindOfRow, referencedRows } from '@scangate/domain/offboarding/rows-to-erase';
import type { ErasableRow, OrganizationEraser, RowKey, StoredRow } from '#ports/offboarding/eraser.ts';
import { rowsPerStep, type ErasureStep } from './erase-organization.ts';

/** The limit of rows that are deleted last: the organization, and the owners who get the proof. */
const maxLastRows = 20;

const isLastRow = ({ key, fields }: StoredRow): boolean =>
  key.sk === 'ORG' ||
  (kindOfRow(key.sk ?? '') === 'MEMBER' && fields['role'] === 'owner' && !fields['removedAt']);

/** Lists the rows of a person who was a member: the membership, and the person if there is no other membership. */
const rowsOfPerson = async (
  organizationId: string,
  personId: string,
  eraser: OrganizationEraser,
): Promise<ErasableRow[]> => {
  const rows = await eraser.person(personId);
  const erasure = erasePerson(
    organizationId,
    rows.map(({ key, fields }) => ({ sk: key.sk ?? '', fields })),
  );
  const identities = await eraser.existing(
    erasure.identities.map((hash) => ({
      table: 'Core' as const,
      key: { pk: `IDENTITY#${hash}`, sk: 'IDENTITY' },
    })),
  );
  return [
    ...rows.filter(({ key }) => erasure.rows.includes(key.sk ?? '')),
    ...identities
      .filter(({ fields }) => erasure.leavesNothing || fields['organizationId'] === organizationId)
      .map((row) => ({ ...row, owned: { field: 'personId', value: personId } })),
  ];
};

const valueOf = ({ key, fields }: StoredRow, field: string): unknown =>
  new Map<string, unknown>(Object.entries({ ...fields, ...key })).get(field);

/** A row of the organization with the organization's own rows to which it refers. */
const withOwnedRows = async (
  row: StoredRow,
  organizationId: string,
  eraser: OrganizationEraser,
): Promise<ErasableRow[]> => {
  const { sk = '' } = row.key;
  const behind = referencedRows(organizationId, sk, row.fields);
  const found = await eraser.existing(
    behind.map(({ pk, sk: sort }) => ({ table: 'Core' as const, key: { pk, sk: sort } })),
  );
  const own = found.flatMap((each) => {
    const owned = behind.find(({ pk }) => pk === each.key.pk)?.owned;
    return owned && valueOf(each, owned.field) === owned.value ? [{ ...each, owned }] : [];
  });
  const people =
    kindOfRow(sk) === 'MEMBER' ? await rowsOfPerson(organizationId, sk.split('#')[1] ?? '', eraser) : [];
  return [...own, ...people, row];
};

const unique = (rows: readonly ErasableRow[]): ErasableRow[] => [
  ...new Map(rows.map((row) => [`${row.table} ${row.key.pk} ${row.key.sk ?? ''}`, row])).values(),
];

/** Reads on until there is a row that is not among the last ones. */
const readFrom = async (
  eraser: OrganizationEraser,
  from?: RowKey,
): Promise<{ rows: StoredRow[]; last: StoredRow[] }> => {
  const last: StoredRow[] = [];
  let after = from;
  for (;;) {
    const page = await eraser.rows('organization', {
      limit: rowsPerStep,
      ...(after !== undefined && { after }),
    });
    const rows = page.filter((row) => !isLastRow(row));
    last.push(...page.filter(isLastRow));
    if (rows.length > 0 || page.length === 0) return { rows, last };
    after = page.at(-1)?.key;
  }
};

/** Reads from the partition of the step before, and all of them when nothing is left there. */
const nextRows = async ({ eraser, walk }: ErasureStep): Promise<{ rows: StoredRow[]; last: StoredRow[] }> => {
  const rest = walk.from && (await readFrom(eraser, walk.from));
  const next = rest && rest.rows.length > 0 ? rest : await readFrom(eraser);
  const pk = next.rows[0]?.key.pk;
  walk.from = pk === undefined ? undefined : { pk };
  return next;
};

/**
 * Lists the next rows to delete in one transaction, each with the rows to which it refers. Owners who do not fit
 * into the last step are deleted before.
 */
export const nextRowsToDelete = async (
  step: ErasureStep,
): Promise<{ rows: ErasableRow[]; isLast: boolean }> => {
  const { erased, eraser } = step;
  const { rows, last } = await nextRows(step);
  const organization = last.filter(({ key }) => key.sk === 'ORG');
  const owners = last.filter(({ key }) => key.sk !== 'ORG');
  const isLast = rows.length === 0 && owners.length <= maxLastRows;
  const owed = rows.length > 0 ? rows : owners.slice(maxLastRows);
  const chosen = isLast ? [...owners, ...organization] : owed;
  const erasable: ErasableRow[] = [];
  for (const row of chosen) {
    const some = await withOwnedRows(row, erased.organizationId, eraser);
    if (!isLast && erasable.length + some.length > rowsPerStep) break;
    erasable.push(...some);
  }
  return { rows: unique(erasable), isLast };
};
