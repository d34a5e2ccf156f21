import { useState } from 'react';
import { useAct } from '@scangate/console/session/use-act.ts';
import { groupsOf, resultOf, type BulkChange, type BulkResult } from './bulk-request.ts';

/** Changes the selected findings, group after group. A refused request stops; what was done before stays done. */
export const useBulk = (keys: ReadonlySet<string>) => {
  const [result, setResult] = useState<BulkResult>();
  const act = useAct('act-on-findings', {
    invalidates: ['list-tracked-findings', 'get-tracked-finding', 'list-waivers'],
  });
  const run = async (change: BulkChange): Promise<void> => {
    const items: Parameters<typeof resultOf>[0][number][] = [];
    for (const fingerprints of groupsOf(keys)) {
      const response = await act.run({ body: { fingerprints, ...change } });
      if (!response) return;
      items.push(...response.body.items);
    }
    setResult(resultOf(items));
  };
  return { run, result, isBusy: act.isBusy, problem: act.problem };
};

export type Bulk = ReturnType<typeof useBulk>;
