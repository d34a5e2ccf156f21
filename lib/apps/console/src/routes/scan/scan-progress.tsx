import { ApiProblem, type ScanUnit } from '@scangate/client';
import type { ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Meter } from '@scangate/console/parts/status/meter.tsx';
import { progressOf } from './merge-units.ts';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { UnitsTable } from './units-table.tsx';

interface ScanProgressProps {
  units: readonly ScanUnit[];
  error: Error | undefined;
  onReconnect: () => void;
}

/** A refused stream is no lost one: the session may have ended, or the role may have changed. */
const Interruption = ({ error, onReconnect }: Pick<ScanProgressProps, 'error' | 'onReconnect'>) => {
  if (!error) return null;
  if (error instanceof ApiProblem) return <ProblemPanel error={error} onRetry={onReconnect} />;
  return (
    <Banner
      tone="warning"
      title={scanMessages.connectionLost}
      actions={<Button onClick={onReconnect}>{scanMessages.reconnect}</Button>}
    >
      {scanMessages.connectionLostHelp}
    </Banner>
  );
};

/** A scan that runs: how far it is, unit by unit. */
export const ScanProgress = ({ units, error, onReconnect }: ScanProgressProps): ReactElement => {
  const { done, failed, total } = progressOf(units);
  const words = [scanMessages.units(done, total), ...(failed > 0 ? [scanMessages.unitsFailed(failed)] : [])];
  return (
    <Stack gap={4}>
      <Interruption error={error} onReconnect={onReconnect} />
      <div role="status">
        <Meter
          label={scanMessages.running}
          value={done}
          max={Math.max(1, total)}
          tone="accent"
          text={words.join(', ')}
        />
      </div>
      <p>{scanMessages.runningLead}</p>
      <UnitsTable units={units} />
    </Stack>
  );
};
