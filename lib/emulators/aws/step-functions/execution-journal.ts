import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import type { Json } from '../template/resolve-templates.ts';

type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** An execution as it is stored. Instants are milliseconds of the movable clock. */
export interface Execution {
  name: string;
  executionArn: string;
  machineArn: string;
  /** JSON, as the caller sent it. */
  input: string;
  status: ExecutionStatus;
  startedAt: number;
  endedAt?: number;
  /** The output as JSON. */
  output?: string;
  error?: string;
  cause?: string;
  /** State transitions, which AWS bills. */
  transitions: number;
  historyEvents: number;
  /** The last state that was entered, outside of a Map. */
  at?: { state: string; data: Json; enteredAt: number };
}

export interface ExecutionJournal {
  find(name: string): Execution | undefined;
  /** Writes atomically; an ended execution moves to a folder that the next start does not read. */
  save(execution: Execution): void;
  running(): Execution[];
  names(): string[];
}

/** Opens the stored executions of one machine. Running ones have their own folder, so that a start reads only these. */
export const openExecutionJournal = (folder: DataFolder, machine: string): ExecutionJournal => {
  const pathOf = (state: 'running' | 'ended', name: string) =>
    folder.within('executions', machine, state, `${name}.json`);
  const list = (state: 'running' | 'ended') =>
    readdirSync(folder.folder('executions', machine, state))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length));
  const read = (path: string): Execution | undefined => {
    if (!existsSync(path)) return undefined;
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Execution;
    } catch {
      throw damagedDataFolder(folder.path, path);
    }
  };
  return {
    find: (name) => read(pathOf('running', name)) ?? read(pathOf('ended', name)),
    save: (execution) => {
      const state = execution.status === 'RUNNING' ? 'running' : 'ended';
      writeFileAtomically(pathOf(state, execution.name), JSON.stringify(execution));
      if (state === 'ended') rmSync(pathOf('running', execution.name), { force: true });
    },
    running: () =>
      list('running').flatMap((name) => {
        // A crash between the two steps of an end leaves both files.
        if (existsSync(pathOf('ended', name))) rmSync(pathOf('running', name), { force: true });
        return read(pathOf('running', name)) ?? [];
      }),
    names: () => [...list('running'), ...list('ended')],
  };
};
