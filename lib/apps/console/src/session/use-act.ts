import { ApiProblem, type ArgumentsOf, type OperationName, type ResponseOf } from '@scangate/client';
import { routes } from '@scangate/client/generated/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Offline } from './browser/offline.ts';
import { useSignedIn } from './session-context.ts';
import { signInAgain, type SignInReason } from './sign-in/sign-in-again.ts';

interface ActOptions<N extends OperationName> {
  /** Operations whose results are read again after success. */
  invalidates?: readonly OperationName[];
  onDone?: (response: ResponseOf<N>) => void;
}

interface ActState<N extends OperationName> {
  isBusy: boolean;
  /** The last refusal or failure; cleared by the next attempt. */
  problem: unknown;
  data: ResponseOf<N>['body'] | undefined;
}

export interface Act<N extends OperationName> extends ActState<N> {
  /** Sends the request, unless one is under way. @returns undefined after a refusal. */
  run: (...input: ArgumentsOf<N>) => Promise<ResponseOf<N> | undefined>;
  reset: () => void;
}

/** The sign-in that a refusal asks for. */
const signInReason = (error: unknown): SignInReason | undefined => {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'reauthentication_required') return 'recent';
  return error.status === 401 ? 'ended' : undefined;
};

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

/** Sends a request, and the same once more after a sign-in that it needed. Offline nothing is sent, nor later by itself. */
const withSignIn = async <T>(attempt: () => Promise<T>): Promise<T> => {
  if (!navigator.onLine) throw new Offline();
  try {
    return await attempt();
  } catch (error) {
    const reason = signInReason(error);
    if (reason === undefined || !(await signInAgain(reason))) throw error;
    return attempt();
  }
};

const idle = { isBusy: false, problem: undefined, data: undefined };

/** Changes something by an operation. A sign-in that it needs opens over the page, and the same request goes on after it. */
export const useAct = <N extends OperationName>(name: N, options: ActOptions<N> = {}): Act<N> => {
  const signedIn = useSignedIn();
  const queries = useQueryClient();
  const [state, setState] = useState<ActState<N>>(idle);
  const isRunning = useRef(false);
  const { keyFor, forget } = useKeyOf();
  const latest = useRef({ signedIn, options });
  latest.current = { signedIn, options };

  const send = async (input: object): Promise<ResponseOf<N>> => {
    const key = routes[name].isIdempotent ? { idempotencyKey: keyFor(JSON.stringify(input)) } : {};
    const call = { ...key, ...input };
    return withSignIn(() =>
      latest.current.signedIn.client.call(name, ...([call] as unknown as ArgumentsOf<N>)),
    );
  };

  const run: Act<N>['run'] = async (...[input = {}]) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setState((before) => ({ ...before, isBusy: true, problem: undefined }));
    try {
      const response = await send(input);
      forget();
      setState({ isBusy: false, problem: undefined, data: response.body });
      const { organizationId } = latest.current.signedIn.session.organization;
      for (const other of latest.current.options.invalidates ?? [])
        void queries.invalidateQueries({ queryKey: [organizationId, other] });
      latest.current.options.onDone?.(response);
      return response;
    } catch (problem) {
      setState((before) => ({ ...before, isBusy: false, problem }));
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };

  const reset = useCallback(() => {
    setState(idle);
    forget();
    // oxlint-disable-next-line react/exhaustive-deps -- both are made of refs
  }, []);
  return { ...state, run, reset };
};
