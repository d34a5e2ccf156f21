import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import { etagMismatch, requireIfMatch } from '../etag.ts';
import { invalidField } from '../invalid-field.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import { changedFields, updateFields } from '../record-difference.ts';
import type { Instant } from '../records.ts';
import type { TrackedFinding } from './tracking-records.ts';

/** The fields of a finding that people change; null removes one, and an absent one is kept. */
export interface Triage {
  assignee?: string | null | undefined;
  notes?: string | null | undefined;
  ticket?: string | null | undefined;
}

export const maxNotes = 4000;

/** The ETag covers what people add, so that no scan makes it outdated. */
export const findingEtag = ({ triageVersion }: Pick<TrackedFinding, 'triageVersion'>): string =>
  `"${triageVersion}"`;

/** Thrown when somebody else changed the finding since it was read. */
export class FindingConflict extends Conflict {}

/**
 * The refusal of an assignee who is not a member.
 * @param pointer of the field that names the person.
 */
export const notAssignable = (pointer: string): Problem =>
  invalidField(pointer, 'The assignee is not a member of the organization.');

/** @throws Problem validation_failed in the transaction, when the person is no longer a member. */
const requireMember = (organizationId: string, personId: string): Change<'member'> => ({
  change: 'require',
  record: 'member',
  id: { organizationId, personId },
  when: [{ field: 'removedAt', is: 'absent' }],
  onConflict: () => notAssignable('/assignee'),
});

const withTriage = (row: TrackedFinding, triage: Triage, now: Instant): TrackedFinding => {
  const { assignee: person, notes: text, notedAt: textAt, ticket: address, ...rest } = row;
  const assignee = triage.assignee === undefined ? person : (triage.assignee ?? undefined);
  const notes = triage.notes === undefined ? text : (triage.notes ?? undefined);
  const ticket = triage.ticket === undefined ? address : (triage.ticket ?? undefined);
  return {
    ...rest,
    ...(assignee !== undefined && { assignee: assignee.toLowerCase() }),
    ...(notes && { notes, notedAt: notes === text && textAt !== undefined ? textAt : now }),
    ...(ticket !== undefined && { ticket }),
  };
};

/** The fields as an event shows them: the text of notes is left out, because it is only kept for its retention. */
const eventValues = (row: TrackedFinding, fields: readonly (keyof TrackedFinding)[]) => ({
  projectUnitId: row.projectUnitId,
  ...Object.fromEntries(
    fields.map((field) =>
      field === 'notes' ? ['hasNotes', row.notes !== undefined] : [field, row[field] ?? null],
    ),
  ),
});

interface TriageRequest {
  row: TrackedFinding;
  caller: Actor;
  triage: Triage;
  /** The ETag under which the caller read the finding; with `*`, a concurrent change is a Conflict. */
  ifMatch: string | undefined;
  changeId: string;
  now: Instant;
}

/**
 * Assigns a finding, or changes its notes or its ticket, with an audit event. Nothing is written when nothing changes.
 * @throws Problem precondition_required or etag_mismatch.
 */
export const triageFinding = ({ row, caller, triage, ifMatch, changeId, now }: TriageRequest) => {
  requireIfMatch(ifMatch, findingEtag(row), 'finding');
  const changed = withTriage(row, triage, now);
  const fields = changedFields(row, changed).filter((field) => field !== 'notedAt');
  const changes: Change<'trackedFinding' | 'member' | 'auditEvent'>[] = [];
  if (fields.length === 0) return { row, changes };
  const { organizationId, projectUnitId, fingerprint, triageVersion } = row;
  const after = { ...changed, triageVersion: triageVersion + 1 };
  if (after.assignee !== undefined && after.assignee !== row.assignee)
    changes.push(requireMember(organizationId, after.assignee));
  changes.push(
    {
      change: 'update',
      record: 'trackedFinding',
      id: { organizationId, projectUnitId, fingerprint },
      ...updateFields(row, after),
      when: [
        { field: 'triageVersion', is: 'equal', value: triageVersion },
        { field: 'expiresAt', is: 'absent' },
      ],
      onConflict: () =>
        ifMatch === '*' ? new FindingConflict(`finding ${fingerprint}`) : etagMismatch('finding'),
    },
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      cause: changeId,
      action: 'finding.changed',
      at: now,
      target: fingerprint,
      before: eventValues(row, fields),
      after: { ...eventValues(after, fields), ...(fields.includes('notes') && { notesChanged: true }) },
    }),
  );
  return { row: after, changes };
};
