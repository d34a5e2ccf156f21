import { ServiceError } from '../protocol/aws-json.ts';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import { isObject, type Json } from '../template/resolve-templates.ts';
import { lambdaInvoke, type State } from './definition.ts';
import { limited, type InterpreterHost } from './interpreter-host.ts';
import { StateError } from './json-path.ts';

interface TaskInput {
  /** Name of the state. */
  name: string;
  input: Json;
  host: InterpreterHost;
  signal: AbortSignal;
}

/** Runs a Task state: invokes its function and waits for the result. @throws StateError */
export const runTask = async (state: State, { name, input, host, signal }: TaskInput): Promise<Json> => {
  const usesLambdaInvoke = state.Resource === lambdaInvoke;
  const given = isObject(input) ? input : {};
  const functionArn = usesLambdaInvoke ? String(given.FunctionName) : String(state.Resource);
  const payload = limited(usesLambdaInvoke ? (given.Payload ?? {}) : input, `input of the task '${name}'`);
  host.countHistoryEvents(3);
  const answered = invoked(host, functionArn, JSON.stringify(payload));
  const result = limited(
    await inTime(answered, { timeoutSeconds: state.TimeoutSeconds, host, signal }),
    `result of the task '${name}'`,
  );
  return usesLambdaInvoke ? { Payload: result, StatusCode: 200, ExecutedVersion: '$LATEST' } : result;
};

const invoked = async (host: InterpreterHost, functionArn: string, payload: string): Promise<Json> => {
  let outcome: InvocationResult;
  try {
    outcome = await host.invoke(functionArn, payload);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const name = error.status >= 500 ? 'ServiceException' : error.code;
    throw new StateError(`Lambda.${name}`, error.message);
  }
  const value = JSON.parse(outcome.payload) as Json;
  if (!outcome.failed) return value;
  throw new StateError(isObject(value) ? String(value.errorType) : 'Error', outcome.payload);
};

/** Stops waiting for a task at its timeout; the task itself continues, as in Lambda. */
const inTime = (
  work: Promise<Json>,
  {
    timeoutSeconds,
    host,
    signal,
  }: { timeoutSeconds: number | undefined; host: InterpreterHost; signal: AbortSignal },
) =>
  new Promise<Json>((resolve, reject) => {
    const seconds = timeoutSeconds ?? Infinity;
    const cancel = Number.isFinite(seconds)
      ? host.clock.at(host.clock.now() + seconds * 1000, () => reject(new StateError('States.Timeout', '')))
      : () => {};
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => {
      cancel();
      signal.removeEventListener('abort', abort);
    });
  });
