/** Matches a unit in a separate process and reports its peak resident memory in bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { decodeShard } from '@scangate/engines/advisories/snapshot';
import { engineInput } from '#test/engines/sca/advisory-fixtures.ts';
import { unitOfPackages } from '../dependency-input.ts';

const [shardFile = '', packages = '0'] = process.argv.slice(2);

const peak = (): number => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) * 1024;
};

const shard = indexShard(decodeShard(readFileSync(shardFile)));
const index = advisoryIndex({ snapshotId: 'bench' }, new Map([['npm', shard]]));
const { findings } = scaEngine.run(engineInput(unitOfPackages(Number(packages)), index));
process.send?.({ peakBytes: peak(), findings: findings.length });
