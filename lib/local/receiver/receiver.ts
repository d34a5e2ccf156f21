import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { readBody } from '@scangate/emulator-host/http-server';
import { answerNames, answers, type AnswerName } from './answers.ts';
import { verifyDelivery, type Verification } from './verify-delivery.ts';

/** A delivery as received. */
export interface ShownDelivery {
  at: string;
  id: string;
  type: string;
  sequence: number;
  signature: Verification;
  /** The switch that determined the receiver's response. */
  answer: AnswerName;
  body: string;
}

interface State {
  answer: AnswerName;
  secrets: string[];
  deliveries: ShownDelivery[];
}

const sentEvent = z.object({ id: z.string(), type: z.string(), sequence: z.int() });

const keptDeliveries = 500;
const keptSecrets = 20;
const bodyLimitBytes = 256 * 1024;
const file = 'receiver.json';

const isState = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && 'deliveries' in value && 'secrets' in value;

/** A receiver of webhooks for this machine, which verifies deliveries and fails on request. */
export interface Receiver {
  receive(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Newest first. `missing` lists the numbers below the highest accepted one that have not been accepted yet. */
  show(): { answer: AnswerName; deliveries: ShownDelivery[]; missing: number[] };
  answerWith(answer: AnswerName): void;
  /** Adds a secret for verification. */
  learn(secret: string): void;
  clear(): void;
}

const missingOf = (deliveries: readonly ShownDelivery[]): number[] => {
  const accepted = deliveries.filter(({ answer }) => answer === 'ok' || answer === 'no-content');
  const numbers = new Set(accepted.map(({ sequence }) => sequence));
  const all = deliveries.map(({ sequence }) => sequence);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return all.length === 0
    ? []
    : Array.from({ length: high - low + 1 }, (_, index) => low + index).filter((one) => !numbers.has(one));
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const readEvent = (body: string): z.infer<typeof sentEvent> => {
  try {
    return sentEvent.parse(JSON.parse(body));
  } catch {
    return { id: '', type: 'unreadable', sequence: 0 };
  }
};

/** Opens the receiver with what it stored in the data folder. */
export const openReceiver = (folder: Pick<DataFolder, 'readJson' | 'writeJson'>, clock: Clock): Receiver => {
  const state: State = folder.readJson(file, isState) ?? { answer: 'ok', secrets: [], deliveries: [] };
  const keep = (): void => folder.writeJson(file, state, 0o600);
  return {
    async receive(request, response) {
      const body = (await readBody(request, bodyLimitBytes)).toString('utf8');
      const { answer } = state;
      const signature = verifyDelivery({ headers: headersOf(request), body }, state.secrets, clock.now());
      const at = new Date(clock.now()).toISOString();
      state.deliveries.unshift({ at, ...readEvent(body), signature, answer, body });
      state.deliveries.length = Math.min(state.deliveries.length, keptDeliveries);
      keep();
      answers[answer].run(response);
    },
    show: () => ({
      answer: state.answer,
      deliveries: state.deliveries,
      missing: missingOf(state.deliveries),
    }),
    answerWith(answer) {
      state.answer = answer;
      keep();
    },
    learn(secret) {
      state.secrets = [secret, ...state.secrets.filter((known) => known !== secret)].slice(0, keptSecrets);
      keep();
    },
    clear() {
      state.deliveries = [];
      keep();
    },
  };
};

/** The input of the switch. */
export const answerInput = z.object({ answer: z.enum(answerNames) });
/** A secret as the service shows it. */
export const secretInput = z.object({ secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/) });
