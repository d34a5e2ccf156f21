import { Transient } from '@scangate/domain/problem';

const networkCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** The fields that the AWS SDK adds to its errors. */
interface SdkError {
  $fault?: 'client' | 'server';
  $retryable?: object;
  code?: string;
}

/** Turns a temporary error of AWS or of the network into `Transient`; returns any other error unchanged. */
export const asTransient = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof Transient) return error;
  const { $fault, $retryable, code } = error as SdkError;
  const throttled = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests/.test(
    error.name,
  );
  const mayPass =
    $fault === 'server' || $retryable !== undefined || throttled || networkCodes.has(code ?? '');
  return mayPass || error.name === 'TimeoutError'
    ? new Transient(`${error.name}: ${error.message}`, { cause: error })
    : error;
};
