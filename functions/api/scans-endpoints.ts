import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as resolveRepository } from './resolve-repository/endpoint.ts';
import { endpoint as checkRepository } from './check-repository/endpoint.ts';
import { endpoint as connectRepository } from './connect-repository/endpoint.ts';
import { endpoint as listBranches } from './list-branches/endpoint.ts';
import { endpoint as listRepositories } from './list-repositories/endpoint.ts';
import { endpoint as getRepository } from './get-repository/endpoint.ts';
import { endpoint as changeRepository } from './change-repository/endpoint.ts';
import { endpoint as disconnectRepository } from './disconnect-repository/endpoint.ts';
import { endpoint as createBadge } from './create-badge/endpoint.ts';
import { endpoint as removeBadge } from './remove-badge/endpoint.ts';
import { endpoint as getBadge } from './get-badge/endpoint.ts';
import { endpoint as createScan } from './create-scan/endpoint.ts';
import { endpoint as quoteScan } from './quote-scan/endpoint.ts';
import { endpoint as getScan } from './get-scan/endpoint.ts';
import { endpoint as listScans } from './list-scans/endpoint.ts';
import { endpoint as waitScan } from './wait-scan/endpoint.ts';
import { endpoint as cancelScan } from './cancel-scan/endpoint.ts';
import { endpoint as listFindings } from './list-findings/endpoint.ts';
import { endpoint as explainScan } from './explain-scan/endpoint.ts';
import { endpoint as compareScans } from './compare-scans/endpoint.ts';
import { endpoint as rejudgeScan } from './rejudge-scan/endpoint.ts';
import { endpoint as getSbom } from './get-sbom/endpoint.ts';
import { endpoint as getDependencyGraph } from './get-dependency-graph/endpoint.ts';
import { endpoint as createUpload } from './create-upload/endpoint.ts';
import { endpoint as quoteHistoryScan } from './quote-history-scan/endpoint.ts';
import { endpoint as startHistoryScan } from './start-history-scan/endpoint.ts';
import { endpoint as getHistoryScan } from './get-history-scan/endpoint.ts';
import { endpoint as listHistoryScans } from './list-history-scans/endpoint.ts';
import { endpoint as cancelHistoryScan } from './cancel-history-scan/endpoint.ts';
import { endpoint as getOpenapi } from './get-openapi/endpoint.ts';
import { endpoint as showDocs } from './show-docs/endpoint.ts';
import { endpoint as getDocsFile } from './get-docs-file/endpoint.ts';

/** The endpoints of repositories, scans and their history, and the description of the API. */
export const scansEndpoints = [
  resolveRepository,
  checkRepository,
  connectRepository,
  listBranches,
  listRepositories,
  getRepository,
  changeRepository,
  disconnectRepository,
  createBadge,
  removeBadge,
  getBadge,
  createScan,
  quoteScan,
  getScan,
  listScans,
  waitScan,
  cancelScan,
  listFindings,
  explainScan,
  compareScans,
  rejudgeScan,
  getSbom,
  getDependencyGraph,
  createUpload,
  quoteHistoryScan,
  startHistoryScan,
  getHistoryScan,
  listHistoryScans,
  cancelHistoryScan,
  getOpenapi,
  showDocs,
  getDocsFile,
] as const satisfies readonly EndpointSpec[];
