import type { ScanUnit } from '@scangate/client';
import type { CommandEnvironment } from '../commands/command-environment.ts';
import { fitCell } from './fit-cell.ts';
import { printable } from './terminal.ts';

export interface Progress {
  /** Shows the new status of a unit. */
  show: (unit: ScanUnit) => void;
  end: () => void;
}

const quietMs = 30_000;

const nameOf = ({ path, type }: ScanUnit): string =>
  `${path === '' ? '.' : printable(path)} (${printable(type)})`;

/**
 * Shows the units of a scan on standard error: on a terminal one line that is redrawn, otherwise a line for each
 * change and at least every 30 s, so that a CI does not consider the step dead.
 */
export const followUnits = ({
  terminal,
  elapsedMs,
}: Pick<CommandEnvironment, 'terminal' | 'elapsedMs'>): Progress => {
  const start = elapsedMs();
  const states = new Map<string, string>();
  const seconds = (): number => Math.round((elapsedMs() - start) / 1000);
  const ended = (): number =>
    [...states.values()].filter((status) => status !== 'queued' && status !== 'running').length;
  const total = (): string => `${ended()} of ${states.size} project units ended, ${seconds()} s`;
  const timer = setInterval(
    () => {
      if (terminal.redraw) terminal.redraw(`… ${total()}`);
      else terminal.log(`… ${total()}`);
    },
    terminal.redraw ? 1000 : quietMs,
  );
  timer.unref();
  return {
    show: (unit) => {
      states.set(unit.projectUnitId, unit.status);
      const line = `… ${nameOf(unit)}: ${unit.status}`;
      if (terminal.redraw) terminal.redraw(fitCell(`${line} (${total()})`, (terminal.columns ?? 80) - 1));
      else terminal.log(line);
    },
    end: () => {
      clearInterval(timer);
      terminal.redraw?.('');
    },
  };
};
