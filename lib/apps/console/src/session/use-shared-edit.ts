import { ApiProblem, type BodyOfResponse, type OperationName } from '@scangate/client';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readOperation, type InputOf } from './call-operation.ts';
import { useDraft, type Draft } from './drafts.ts';
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
  /** Reads the current version again. */
  refetch: () => unknown;
  /** The change of it. */
  act: { isBusy: boolean; problem: unknown; reset: () => void };
  /** Sends a version with the ETag that it changes, whose value is the base. @returns a promise of undefined after a refusal. */
  send: (version: Version<T>, base: T) => Promise<unknown>;
  /** Goes on after nothing is left to be saved. */
  onSaved?: () => void;
}

export interface SharedEdit<T extends object> {
  /** The form shows this. */
  value: T;
  isChanged: boolean;
  change: (changes: Partial<T>) => void;
  /** The version that the form was opened with. */
  base: Version<T>;
  /** The value that the service has now. */
  theirs: T;
  /** The fields that another person changed meanwhile; empty until the service refuses a change for it. */
  conflict: EditedField<T>[];
  /** Saves what was changed. What is changed meanwhile stays, and is not saved. */
  save: () => Promise<void>;
  /** Saves my changes on top of the current version. */
  saveOverTheirs: () => Promise<void>;
  /** Whether a save is under way, until the form shows what the service has then. */
  isBusy: boolean;
  /** Whether everything was saved since the last change. */
  isSaved: boolean;
  /** Goes on with the current version. */
  discard: () => void;
}

/** Whether something was refused because somebody else changed it first. */
const isConflict = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.code === 'etag_mismatch' || problem.code === 'conflict');

/** Waits until the page has rendered what was read. */
const told = (): Promise<void> => new Promise((resolve) => notifyManager.schedule(resolve));

const isLeft = <T extends object>(fields: readonly EditedField<T>[]): boolean =>
  fields.some(({ changedBy }) => changedBy !== 'them');

/** Sends a version, reads what the service has then, and goes on from there with what was changed meanwhile. */
const useSaving = <T extends object>(options: SharedEditOptions<T>, draft: Draft<Edit<T> | undefined>) => {
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const latest = useRef({ options, draft });
  latest.current = { options, draft };

  const finish = (): void => {
    latest.current.draft.clear();
    setSaved(true);
    latest.current.options.onSaved?.();
  };
  const goOnFrom = (sent: T): void => {
    const { value: edit, set } = latest.current.draft;
    const { current } = latest.current.options;
    const mine = edit?.mine ?? sent;
    if (compareEdits({ base: sent, mine, theirs: sent }).length === 0) finish();
    else set({ base: current, mine: mergeEdits({ base: sent, mine, theirs: current.value }) });
  };
  const send = async (version: Version<T>, base: T): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    setSaved(false);
    try {
      if ((await options.send(version, base)) === undefined) return;
      await latest.current.options.refetch();
      await told();
      goOnFrom(version.value);
    } finally {
      setSaving(false);
    }
  };
  return { send, finish, isSaving, isSaved, forget: () => setSaved(false) };
};

/**
 * An edit of something that others edit, too. It is kept in this tab with the version that it began with. Refused for
 * another version, it shows both by field and goes on with either. Where others saved the same, nothing is left to save.
 */
export const useSharedEdit = <T extends object>(options: SharedEditOptions<T>): SharedEdit<T> => {
  const { current, act, refetch } = options;
  const draft = useDraft<Edit<T> | undefined>(options.draft, undefined);
  const { send, finish, isSaving, isSaved, forget } = useSaving(options, draft);
  const edit = draft.value;
  const base = edit?.base ?? current;
  const mine = edit?.mine ?? current.value;
  const versions = { base: base.value, mine, theirs: current.value };
  const isRefused = isConflict(act.problem);
  const differing = isRefused && current.etag !== base.etag ? compareEdits(versions) : undefined;
  const isDone = differing !== undefined && !isLeft(differing);
  const isChanged = edit !== undefined && compareEdits({ ...versions, theirs: base.value }).length > 0;

  useEffect(() => {
    if (isRefused) void refetch();
    // oxlint-disable-next-line react/exhaustive-deps -- each refusal reads once
  }, [act.problem]);
  useEffect(() => {
    if (!isDone) return;
    act.reset();
    finish();
    // oxlint-disable-next-line react/exhaustive-deps -- each refusal ends once
  }, [isDone]);

  return {
    value: mine,
    base,
    theirs: current.value,
    isChanged,
    change: (changes) => draft.set({ base, mine: { ...mine, ...changes } }),
    conflict: isDone ? [] : (differing ?? []),
    save: () => send({ value: mine, etag: base.etag }, base.value),
    saveOverTheirs: () => {
      const merged = mergeEdits(versions);
      draft.set({ base: current, mine: merged });
      return send({ value: merged, etag: current.etag }, current.value);
    },
    isBusy: isSaving || act.isBusy,
    isSaved: isSaved && !isChanged,
    discard: () => {
      draft.clear();
      act.reset();
      forget();
    },
  };
};
