import crates from './data/crates.json' with { type: 'json' };
import go from './data/go.json' with { type: 'json' };
import hex from './data/hex.json' with { type: 'json' };
import about from './data/licenses.json' with { type: 'json' };
import maven from './data/maven.json' with { type: 'json' };
import npm from './data/npm.json' with { type: 'json' };
import nuget from './data/nuget.json' with { type: 'json' };
import pub from './data/pub.json' with { type: 'json' };
import pypi from './data/pypi.json' with { type: 'json' };
import rubygems from './data/rubygems.json' with { type: 'json' };
import swift from './data/swift.json' with { type: 'json' };
import type { LicenseData } from '#ports/license-source.ts';
import { licensesInMemory } from './licenses-in-memory.ts';
import type { LicenseDataSet } from './tables.ts';

/** The data set that is part of a release; the sync publishes it without network access. */
export const builtInLicenses: LicenseDataSet = {
  day: about.day,
  tables: {
    npm,
    PyPI: pypi,
    'crates.io': crates,
    RubyGems: rubygems,
    Go: go,
    Maven: maven,
    NuGet: nuget,
    Hex: hex,
    Pub: pub,
    SwiftURL: swift,
  },
};

/** Looks up licenses in the built-in data set. */
export const builtInLicenseData = (): LicenseData => licensesInMemory(about, builtInLicenses.tables);
