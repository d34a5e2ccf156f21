import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import type { Json } from '../template/resolve-templates.ts';

type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** One execution, as it is kept on disk. Instants are milliseconds of the movable clock. */
export interface Execution {
  name: string;
  executionArn: string;
  machineArn: string;
  /** JSON, as it was given. */
  input: string;
  status: ExecutionStatus;
  startedAt: number;
  endedAt?: number;
  /** JSON. */
  output?: string;
  error?: string;
  cause?: string;
  /** What AWS bills. */
  transitions: number;
  historyEvents: number;
  /** The last state of the machine itself that was entered. */
  at?: { state: string; data: Json; enteredAt: number };
}

export interface ExecutionJournal {
  find(name: string): Execution | undefined;
  /** Whole or not at all; an execution that ended moves out of the way of the next start. */
  save(execution: Execution): void;
  running(): Execution[];
  names(): string[];
}

/** Executions of one machine: those that run stand apart, so that a start need not read all that ever were. */
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
        // A crash between the two writes of an end leaves both.
        if (existsSync(pathOf('ended', name))) rmSync(pathOf('running', name), { force: true });
        return read(pathOf('running', name)) ?? [];
      }),
    names: () => [...list('running'), ...list('ended')],
  };
};
