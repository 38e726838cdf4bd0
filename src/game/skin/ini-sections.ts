/** The values of a section by lower-case key; the last value of a key wins. */
export type IniSection = ReadonlyMap<string, string>;

/**
 * Parses an INI file into sections by lower-case name. `//` starts a comment anywhere. Sections with the same name are
 * joined: the game appends a second [General] when it imports a skin. Other lines are ignored.
 */
export function readIniSections(text: string): Map<string, IniSection> {
  const sections = new Map<string, Map<string, string>>();
  let section = getOrCreateSection(sections, 'general');
  for (const rawLine of text.split(/[\r\n]+/)) {
    const comment = rawLine.indexOf('//');
    const line = (comment < 0 ? rawLine : rawLine.slice(0, comment)).trim();
    if (line.startsWith('[') && line.endsWith(']')) {
      section = getOrCreateSection(sections, line.slice(1, -1).trim().toLowerCase());
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) section.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return sections;
}

function getOrCreateSection(sections: Map<string, Map<string, string>>, name: string): Map<string, string> {
  const existing = sections.get(name);
  if (existing !== undefined) return existing;
  const section = new Map<string, string>();
  sections.set(name, section);
  return section;
}
