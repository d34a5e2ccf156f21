import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as cancelHistoryScan } from './cancel-history-scan/endpoint.ts';
import { endpoint as getHistoryScan } from './get-history-scan/endpoint.ts';
import { endpoint as listHistoryScans } from './list-history-scans/endpoint.ts';
import { endpoint as quoteHistoryScan } from './quote-history-scan/endpoint.ts';
import { endpoint as startHistoryScan } from './start-history-scan/endpoint.ts';

/** The endpoints of history scans, a part of the table. */
export const historyEndpoints = [
  quoteHistoryScan,
  startHistoryScan,
  getHistoryScan,
  listHistoryScans,
  cancelHistoryScan,
] as const satisfies readonly EndpointSpec[];
