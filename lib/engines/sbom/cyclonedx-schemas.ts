// Imported by path, because the package does not export its schemas. Bundlers inline these files as data, so
// nothing has to be copied.
import bom12 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.2.SNAPSHOT.schema.json' with { type: 'json' };
import bom13 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.3.SNAPSHOT.schema.json' with { type: 'json' };
import bom14 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.4.SNAPSHOT.schema.json' with { type: 'json' };
import bom15 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.5.SNAPSHOT.schema.json' with { type: 'json' };
import bom16 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.6.SNAPSHOT.schema.json' with { type: 'json' };
import bom17 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.7.SNAPSHOT.schema.json' with { type: 'json' };

/** The official JSON schema of each CycloneDX version that has one. */
export const bomSchemas: ReadonlyMap<string, object> = new Map<string, object>([
  ['1.2', bom12],
  ['1.3', bom13],
  ['1.4', bom14],
  ['1.5', bom15],
  ['1.6', bom16],
  ['1.7', bom17],
]);
