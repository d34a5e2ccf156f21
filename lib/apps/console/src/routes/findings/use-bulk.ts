import { useRef, useState } from 'react';
import { useAct } from '@scangate/console/session/use-act.ts';
import { groupsOf, resultOf, type BulkChange, type BulkResult } from './bulk-request.ts';

type Items = Parameters<typeof resultOf>[0];

/**
 * Changes the selected findings, group after group. A refused request stops; what was done before stays done, and the next
 * attempt goes on with the rest.
 */
export const useBulk = (keys: ReadonlySet<string>) => {
  const [result, setResult] = useState<BulkResult>();
  // The rows can be other ones once the first of them were changed.
  const groups = useRef(groupsOf(keys)).current;
  const answered = useRef<{ change: string; items: Items[] }>({ change: '', items: [] });
  const act = useAct('act-on-findings', {
    invalidates: ['list-tracked-findings', 'get-tracked-finding', 'list-waivers'],
  });
  const run = async (change: BulkChange): Promise<void> => {
    const name = JSON.stringify(change);
    if (answered.current.change !== name) answered.current = { change: name, items: [] };
    const { items } = answered.current;
    for (const fingerprints of groups.slice(items.length)) {
      const response = await act.run({ body: { fingerprints, ...change } });
      if (!response) return;
      items.push(response.body.items);
    }
    setResult(resultOf(items.flat()));
  };
  /** The number of findings that were answered before a request was refused. */
  const answeredSoFar = answered.current.items.flat().length;
  return { run, result, answeredSoFar, isBusy: act.isBusy, problem: act.problem };
};
