import { parseAllDocuments } from 'yaml';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { loadSastEngine } from '@scangate/engines/sast/load-sast-engine';
import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { engineInput, inventory } from '../engines/sca/advisory-fixtures.ts';
import { timesRow } from './plain-pass.ts';
import type { Row } from './row.ts';
import { sizeOf } from './source-tree.ts';
import { bestMs, bestPairMs, megabytesPerSecond } from './stopwatch.ts';

const section = 'SAST: configuration';

/** In addition to its parsing, a document is made into a tree and every rule for it is applied. */
const atMost = 2;

const manifest = (seed: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${seed}
  labels: {app: web-${seed}, tier: "${seed % 7}"}
spec:
  replicas: ${seed % 5}
  template:
    spec:
      securityContext: {runAsNonRoot: true}
      containers:
        - name: web
          image: registry.example.com/web-${seed}:1.${seed}.0
          ports: [{containerPort: 8080}]
          env:
            - name: LEVEL
              value: info
          securityContext:
            allowPrivilegeEscalation: false
            capabilities: {drop: [ALL]}
---
`;

const resource = (seed: number): string => `resource "aws_security_group" "web_${seed}" {
  name   = "web-${seed}"
  vpc_id = module.vpc.vpc_id
  tags   = merge(var.tags, { number = "${seed}" })
  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.${seed % 250}.0.0/16"]
  }
}

`;

/** Generates files of 40 pieces each, of about this size together. */
const filesOf = (ending: string, write: (seed: number) => string, bytes: number): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  for (let seed = 0, total = 0; total < bytes; seed += 40) {
    const content = Buffer.from(Array.from({ length: 40 }, (_, index) => write(seed + index)).join(''));
    files.set(`deploy/${seed}.${ending}`, content);
    total += content.length;
  }
  return files;
};

const inputOf = (files: ReadonlyMap<string, Buffer>) => {
  const entries = [...files].map(([path, { length }]) => ({ path, sizeBytes: length }));
  return {
    ...engineInput(inventory([]), emptyAdvisoryIndex),
    files: { entries, read: (path: string): Buffer => files.get(path)! },
  };
};

/** Measures how fast configuration is read, and what the rules take in addition to the parsing of YAML. */
export const measureConfiguration = async (): Promise<Row[]> => {
  const manifests = filesOf('yaml', manifest, 1e6);
  const modules = filesOf('tf', resource, 1e6);
  const [ofManifests, ofModules] = [inputOf(manifests), inputOf(modules)];
  await loadSastEngine(ofManifests.files);
  const texts = [...manifests.values()].map((content) => content.toString('utf8'));
  const times = await bestPairMs(
    () => sastEngine.run(ofManifests),
    () => {
      for (const text of texts) parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false });
    },
  );
  const yaml = { section, what: `${manifests.size} files of Kubernetes manifests` };
  const ms = await bestMs(() => sastEngine.run(ofModules), 3);
  return [
    { ...yaml, value: megabytesPerSecond(sizeOf(manifests), times.ms), unit: 'MB/s' },
    timesRow(yaml, { ...times, plain: 'their parsing alone', atMost }),
    {
      section,
      what: `${modules.size} files of Terraform`,
      value: megabytesPerSecond(sizeOf(modules), ms),
      unit: 'MB/s',
    },
  ];
};
