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

/** What the AWS SDK says of its own errors. */
interface ServiceError {
  $fault?: 'client' | 'server';
  $retryable?: object;
  code?: string;
}

/** An error of AWS or the network that may pass, as `Transient`; any other as it is. */
export const asTransient = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof Transient) return error;
  const { $fault, $retryable, code } = error as ServiceError;
  const throttled = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests/.test(
    error.name,
  );
  const mayPass =
    $fault === 'server' || $retryable !== undefined || throttled || networkCodes.has(code ?? '');
  return mayPass || error.name === 'TimeoutError'
    ? new Transient(`${error.name}: ${error.message}`, { cause: error })
    : error;
};
