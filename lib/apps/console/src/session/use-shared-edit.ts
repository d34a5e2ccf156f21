import { ApiProblem, type BodyOfResponse, type OperationName } from '@scangate/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOperation, type InputOf } from './call-operation.ts';
import { useDraft } from './drafts.ts';
import { compareEdits, mergeEdits, type EditedField } from './merge-edits.ts';
import { useSignedIn } from './session-context.ts';

/** A version of something that several people edit. */
export interface Version<T> {
  value: T;
  /** A change names it, so that it changes no other version. */
  etag: string;
}

/** Reads something with the ETag that its change needs. */
export const useVersion = <N extends OperationName>(name: N, input?: InputOf<N>) => {
  const { client, session } = useSignedIn();
  const queries = useQueryClient();
  const queryKey = [session.organization.organizationId, name, 'version', input ?? {}];
  const reading = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Version<BodyOfResponse<N, 200>>> => {
      const { body, headers } = await readOperation(client, { name, input, signal });
      return { value: body, etag: headers.get('etag') ?? '' };
    },
  });
  return { ...reading, cancel: () => queries.cancelQueries({ queryKey, exact: true }) };
};

interface Edit<T> {
  base: Version<T>;
  mine: T;
}

interface SharedEditOptions<T> {
  /** The name of the draft. */
  draft: string;
  current: Version<T>;
  /** The last refusal of the change. */
  problem: unknown;
  /** Reads the current version again. */
  refetch: () => unknown;
}

export interface SharedEdit<T extends object> {
  /** The form shows this. */
  value: T;
  isChanged: boolean;
  change: (changes: Partial<T>) => void;
  /** The version that the form was opened with. */
  base: Version<T>;
  /** The fields that somebody else changed meanwhile; empty until the service refuses a change for it. */
  conflict: EditedField<T>[];
  /** My changes on top of the current version. */
  merged: Version<T>;
  /** Goes on with the current version. */
  discard: () => void;
}

const isConflict = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.code === 'etag_mismatch' || problem.code === 'conflict');

/**
 * An edit of something that others edit, too. It is kept in this tab with the version that it began with. Refused for
 * another version, it shows both by field and goes on with either.
 */
export const useSharedEdit = <T extends object>(options: SharedEditOptions<T>): SharedEdit<T> => {
  const { current, problem, refetch } = options;
  const draft = useDraft<Edit<T> | undefined>(options.draft, undefined);
  const edit = draft.value;
  const base = edit?.base ?? current;
  const mine = edit?.mine ?? current.value;
  const isRefused = isConflict(problem);
  useEffect(() => {
    if (isRefused) refetch();
    // oxlint-disable-next-line react/exhaustive-deps -- each refusal reads once
  }, [problem]);
  const versions = { base: base.value, mine, theirs: current.value };
  return {
    value: mine,
    base,
    isChanged: edit !== undefined && compareEdits({ ...versions, theirs: base.value }).length > 0,
    change: (changes) => draft.set({ base, mine: { ...mine, ...changes } }),
    conflict: isRefused && current.etag !== base.etag ? compareEdits(versions) : [],
    merged: { value: mergeEdits(versions), etag: current.etag },
    discard: draft.clear,
  };
};
