import { authorizerOf } from './authorizer-of.ts';
import type { Figure } from '../figures.ts';
import { newTenant, type BenchService } from '../service.ts';
import { clearFaults, pauseWorkflows } from '../workflows.ts';
import { peakOf, planOf } from './memory.ts';

const waiter = 'wait-scan';
const commitHash = 'b'.repeat(40);

/**
 * Measures the memory of a wait that reads its scan several times and gets no verdict. It leaves the workflows as they
 * were.
 */
export const measureWaiting = async (service: BenchService, bundles: string): Promise<Figure[]> => {
  await pauseWorkflows(service);
  const { organizationId, repositoryId, token } = await newTenant(service, 10);
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, {
    body: { repositoryId, commitHash, branch: 'main' },
  });
  const query = { timeout: '5', interval: '1' };
  const event = {
    httpMethod: 'GET',
    path: `/v1/scans/${String(scanId)}/wait`,
    headers: {},
    pathParameters: { scanId: String(scanId) },
    queryStringParameters: query,
    multiValueQueryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'bench',
      authorizer: authorizerOf(organizationId),
    },
  };
  const { memoryMb } = planOf(service, waiter);
  const peak = await peakOf(service, bundles, { name: waiter, events: [event, event] }, memoryMb);
  const { streamed = '' } = (peak?.result ?? {}) as { streamed?: string };
  if (peak && !streamed.includes('wait_timeout')) throw new Error(`the wait did not time out: ${streamed}`);
  await service.expectStatus(200, 'POST', `/v1/scans/${String(scanId)}/cancel`, token);
  await clearFaults(service);
  return [
    {
      section: 'Memory of a wait (the second of two)',
      what: waiter,
      unit: 'MB as configured',
      value: peak ? Math.round(peak.peakBytes / 1024 / 1024) : Number.POSITIVE_INFINITY,
      limit: memoryMb,
    },
  ];
};
