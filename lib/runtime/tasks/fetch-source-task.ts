import type { ScanRef } from '#app/scans/load-scan.ts';
import { isMarkedAsStopped } from '#app/scans/scan-end.ts';
import { fetchSource, stoppedReport } from '#app/scans/workflow/fetch-source.ts';
import type { FunctionSpec } from '#contract/function.ts';
import type { SourceRequest } from '#ports/git-sources.ts';
import { log } from '../log.ts';
import { task } from '../task.ts';
import { whileActive } from './while-active.ts';
import { wireOutbound } from '../wire/hosts/outbound.ts';
import { wireSecretVerifier } from '../wire/hosts/secret-verifier.ts';
import { wireSandboxedSources } from '../wire/hosts/sources.ts';
import { wireBlobStreamer } from '../wire/objects/blob-streamer.ts';
import { wireBlobReader } from '../wire/objects/blobs.ts';
import { wireDetector } from '../wire/sandbox.ts';
import { wireSourceArchive } from '../wire/source-archive.ts';
import { wireFingerprintKeys, wireRepositorySecretDecrypter } from '../wire/secret-cipher.ts';

type FetchSourceSpec = Omit<FunctionSpec, 'needs'> & {
  needs: {
    blobs: { stream: readonly ['work']; read: readonly ['stopped'] };
    repositorySecrets: 'decrypt';
    fingerprintKeys: true;
    sources: true;
    outbound: true;
  };
};

/** The commit of a base has a name below that of its scan. */
const scanOf = ({ repository: { organizationId }, scan: { scanId } }: SourceRequest): ScanRef => ({
  organizationId,
  scanId: scanId.split('/', 1)[0] ?? '',
});

/**
 * Creates the Lambda of a task that fetches commits in the sandbox next to its handler.
 * @param options.retriesWithMore whether a function with more memory repeats a fetch that fails in this one.
 */
export const fetchSourceTask = (
  spec: FetchSourceSpec,
  { retriesWithMore = false }: { retriesWithMore?: boolean } = {},
) => {
  const sourceArchive = wireSourceArchive();
  const detector = wireDetector(spec.name);
  return task(
    spec,
    {
      blobs: () => ({ ...wireBlobStreamer(), ...wireBlobReader() }),
      repositorySecrets: wireRepositorySecretDecrypter,
      fingerprintKeys: wireFingerprintKeys,
      sources: () => wireSandboxedSources(spec.name),
      outbound: () => wireOutbound(),
    },
    whileActive(
      {
        hasEnded: (request: SourceRequest, ports) => isMarkedAsStopped(scanOf(request), ports),
        resultOf: () => stoppedReport,
      },
      (request: SourceRequest, { outbound, ...ports }, context) => {
        const openSecretVerifier = wireSecretVerifier(outbound);
        const inner = { sourceArchive, detector, openSecretVerifier, log, retriesWithMore };
        return fetchSource(request, { ...ports, ...inner }, context);
      },
    ),
  );
};
