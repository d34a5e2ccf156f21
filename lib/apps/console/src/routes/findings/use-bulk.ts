import { useEffect, useRef, useState } from 'react';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { groupsOf, resultOf, type BulkChange, type BulkResult } from './bulk-request.ts';

type Items = Parameters<typeof resultOf>[0];

/** A loop over the groups, between whose requests somebody can stop it. A dialog that is gone has stopped it, too. */
const useStoppableLoop = () => {
  const [state, setState] = useState<'idle' | 'running' | 'stopping'>('idle');
  const isRunning = useRef(false);
  const mayContinue = useRef(true);
  useEffect(() => {
    mayContinue.current = true;
    return () => {
      mayContinue.current = false;
    };
  }, []);
  const stop = (): void => {
    mayContinue.current = false;
    setState('stopping');
  };
  const run = async (groups: readonly string[][], send: (group: string[]) => Promise<boolean>) => {
    mayContinue.current = true;
    isRunning.current = true;
    setState('running');
    for (const group of groups) if (!mayContinue.current || !(await send(group))) break;
    isRunning.current = false;
    setState('idle');
  };
  return { state, isRunning, stop, run };
};

/**
 * Changes the selected findings, group after group. A refused request stops, and so does whoever asks for it; what was done
 * before stays done, and the next attempt goes on with the rest.
 */
export const useBulk = (keys: ReadonlySet<string>) => {
  const [result, setResult] = useState<BulkResult>();
  // The rows can be other ones once the first of them were changed.
  const groups = useRef(groupsOf(keys)).current;
  const answered = useRef<{ change: string; items: Items[] }>({ change: '', items: [] });
  const loop = useStoppableLoop();
  const act = useApiAction('act-on-findings', {
    invalidates: ['list-tracked-findings', 'get-tracked-finding', 'list-waivers'],
  });
  const run = async (change: BulkChange): Promise<void> => {
    if (loop.isRunning.current) return;
    const name = JSON.stringify(change);
    if (answered.current.change !== name) answered.current = { change: name, items: [] };
    const { items } = answered.current;
    await loop.run(groups.slice(items.length), async (fingerprints) => {
      const response = await act.run({ body: { fingerprints, ...change } });
      if (response) items.push(response.body.items);
      return response !== undefined;
    });
    if (items.length === groups.length) setResult(resultOf(items.flat()));
  };
  /** The findings that were answered before a request was refused, or before the loop was stopped. */
  const soFar = answered.current.items.flat();
  return {
    run,
    stop: loop.stop,
    result,
    /** The fingerprints of what is changed, also when not every finding was asked for. */
    changed: resultOf(soFar).changed,
    answeredSoFar: soFar.length,
    total: groups.flat().length,
    isBusy: loop.state !== 'idle',
    isStopping: loop.state === 'stopping',
    problem: act.problem,
  };
};
