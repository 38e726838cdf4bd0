/** The last value given for each key of a section, keys in lower case. */
export type IniSection = ReadonlyMap<string, string>;

/**
 * Sections by lower-case name. `//` starts a comment anywhere; a section that comes again goes on where it stopped, as
 * the game itself appends a second [General] when it imports a skin. Lines that are neither are ignored.
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
  const known = sections.get(name);
  if (known !== undefined) return known;
  const section = new Map<string, string>();
  sections.set(name, section);
  return section;
}
