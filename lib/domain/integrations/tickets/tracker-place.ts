/** The settings that say where the issues of each kind of tracker are. */
const placeSettings = ['url', 'site', 'repository', 'project', 'team'] as const;

/** Names the repository, project or team of a tracker's settings. Numbers of issues mean something only there. */
export const trackerPlaceOf = (settings: Readonly<Record<string, unknown>> = {}): string =>
  placeSettings
    .flatMap((name) => {
      const value = settings[name];
      return typeof value === 'string' ? [value.toLowerCase()] : [];
    })
    .join(' ');
