import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';

interface Invocation {
  functionName: string;
  input: object;
  signal?: AbortSignal;
}

const errorTypeOf = (payload: string): string => {
  const { errorType } = JSON.parse(payload) as { errorType?: unknown };
  return typeof errorType === 'string' ? errorType : 'an error';
};

/**
 * Invokes a function and waits for its response.
 * @param failure makes the error for a function that failed, from the type of its own error, which is the only part
 * that is passed on.
 */
export const invokeFunction = async <Answer>(
  client: LambdaClient,
  { functionName, input, signal }: Invocation,
  failure: (errorType: string) => Error,
): Promise<Answer> => {
  const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(input) });
  const answer = await client.send(command, signal && { abortSignal: signal });
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) throw failure(errorTypeOf(payload));
  return JSON.parse(payload) as Answer;
};
