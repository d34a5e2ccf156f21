/** Reads and matches an image's SBOM in a separate process, and reports its peak memory and processor time. */
import { existsSync, readFileSync } from 'node:fs';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { decodeShard } from '@scangate/engines/advisories/snapshot';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput } from '#test/engines/sca/advisory-fixtures.ts';

const [shardFile = '', documentFile = ''] = process.argv.slice(2);

const peak = (): number => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) * 1024;
};

const index = advisoryIndex(
  { snapshotId: 'bench' },
  new Map([['npm', indexShard(decodeShard(readFileSync(shardFile)))]]),
);
const before = process.cpuUsage();
const inventory = inventoryFromSbom(readSbomDocument(readFileSync(documentFile)).cycloneDx);
const { findings } = scaEngine.run(engineInput(inventory, index));
const { user, system } = process.cpuUsage(before);
const components = inventory.components.length;
process.send?.({ peakBytes: peak(), cpuMs: (user + system) / 1e3, components, findings: findings.length });
