import { ApiProblem, type ArgumentsOf, type OperationName, type ResponseOf } from '@scangate/client';
import { routes } from '@scangate/client/generated/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { whileOnline } from './browser/offline.ts';
import { callOperation, type InputOf } from './call-operation.ts';
import { useSignedIn } from './session-context.ts';
import { meansOtherSession } from './sign-in/other-session.ts';
import { signInAgain, signInReason } from './sign-in/sign-in-again.ts';

interface ActionOptions<N extends OperationName> {
  /** Operations whose results are read again after success, and after a refusal because they changed meanwhile. */
  invalidates?: readonly OperationName[];
  /** Goes on after success. The act is busy until this ends. */
  onDone?: (response: ResponseOf<N>) => unknown;
}

interface ActionState<N extends OperationName> {
  isBusy: boolean;
  /** The last refusal or failure; cleared by the next attempt. */
  problem: unknown;
  data: ResponseOf<N>['body'] | undefined;
}

export interface ApiAction<N extends OperationName> extends ActionState<N> {
  /** Sends the request, unless one is under way. @returns undefined after a refusal. */
  run: (...input: ArgumentsOf<N>) => Promise<ResponseOf<N> | undefined>;
  /** Forgets the last outcome. A request that is under way goes on, and stays busy. */
  reset: () => void;
}

/** The same request keeps its key until it succeeds, so that a second click or a retry after a failure happens once. */
const useKeyOf = () => {
  const last = useRef<{ request: string; key: string } | undefined>(undefined);
  return {
    keyFor: (request: string): string => {
      if (last.current?.request !== request) last.current = { request, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = undefined;
    },
  };
};

/**
 * Sends a request, and sends it again after a sign-in that it required. Offline, nothing is sent, neither now nor
 * later.
 */
const withSignIn = async <T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  try {
    return await whileOnline(attempt);
  } catch (error) {
    const reason = signInReason(error);
    if (reason === undefined || !(await signInAgain(reason))) throw error;
    return whileOnline(attempt);
  }
};

/** Whether a request was refused because of a concurrent change. */
const isStale = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.status === 409 || problem.status === 412);

/** Reads again what is shown of operations, or marks it so that it is read when it is shown next. */
const useReadAgain = () => {
  const { organizationId } = useSignedIn().session.organization;
  const queries = useQueryClient();
  return (operations: readonly OperationName[] = []): void => {
    for (const name of operations) void queries.invalidateQueries({ queryKey: [organizationId, name] });
  };
};

const idle = { isBusy: false, problem: undefined, data: undefined };

/**
 * Calls an operation that changes something. If it requires a sign-in, a dialog opens over the page, and the same
 * request continues afterwards.
 */
export const useApiAction = <N extends OperationName>(name: N, options: ActionOptions<N> = {}) => {
  const signedIn = useSignedIn();
  const readAgain = useReadAgain();
  const [state, setState] = useState<ActionState<N>>(idle);
  const isRunning = useRef(false);
  const { keyFor, forget } = useKeyOf();
  const latest = useRef({ signedIn, options, readAgain });
  latest.current = { signedIn, options, readAgain };

  const send = async (input: InputOf<N> | undefined): Promise<ResponseOf<N>> => {
    // A purchase has a key of its own, which outlives the page.
    const needsKey = routes[name].isIdempotent && !(input && 'idempotencyKey' in input);
    const key = needsKey ? { idempotencyKey: keyFor(JSON.stringify(input ?? {})) } : {};
    return withSignIn((signal) =>
      callOperation(latest.current.signedIn.client, { name, input, ...key, signal }),
    );
  };

  const run: ApiAction<N>['run'] = async (...[input]) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setState((before) => ({ ...before, isBusy: true, problem: undefined }));
    try {
      const response = await send(input);
      forget();
      latest.current.readAgain(latest.current.options.invalidates);
      await latest.current.options.onDone?.(response);
      setState({ isBusy: false, problem: undefined, data: response.body });
      return response;
    } catch (problem) {
      setState((before) => ({ ...before, isBusy: false, problem }));
      // The next attempt names the version that is current then.
      if (isStale(problem)) latest.current.readAgain(latest.current.options.invalidates);
      if (meansOtherSession(problem)) void latest.current.signedIn.refresh();
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };

  const reset = useCallback(() => {
    if (isRunning.current) return;
    setState(idle);
    forget();
    // oxlint-disable-next-line react/exhaustive-deps -- both are made of refs
  }, []);
  return { ...state, run, reset } satisfies ApiAction<N>;
};
