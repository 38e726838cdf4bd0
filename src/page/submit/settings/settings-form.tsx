import { useState } from 'preact/hooks';
import type { SettingName, SubmittedSettings } from '../../../contract/settings/index.ts';
import { SkinPicker } from '../../skins/skin-picker.tsx';
import { words } from '../../words/index.ts';
import { flagGroups, type SettingGroup, settingGroups } from './setting-groups.ts';
import { SettingRow } from './setting-row.tsx';
import { matchesSearch } from './setting-search.ts';
import { helpOf, labelOf } from './setting-words.ts';
import { StylePicker } from './style-picker.tsx';
import { changeIn, type StyleName, valueIn } from './styles.ts';
import { choicesWithin, type VideoLimits } from './video-limits.ts';

interface SettingsFormProps {
  readonly options: SubmittedSettings;
  readonly limits: VideoLimits;
  readonly onChange: (options: SubmittedSettings) => void;
  /** Called when the visitor first uses the form. */
  readonly onUse: () => void;
}

const mainGroups = Object.keys(flagGroups) as (keyof typeof flagGroups)[];
const moreGroups = (Object.keys(settingGroups) as SettingGroup[]).filter((group) => settingGroups[group].length > 0);

/** The form with all settings of the video. A search shows the settings it finds instead of the groups. */
export function SettingsForm({ options, limits, onChange, onUse }: SettingsFormProps) {
  const { options: texts } = words;
  const [search, setSearch] = useState('');
  const { skin, ...style } = options;
  const choices: Partial<Record<StyleName, readonly (string | number)[]>> = choicesWithin(limits);
  const row = (name: StyleName) => (
    <SettingRow
      key={name}
      name={name}
      value={valueIn(style, name)}
      choices={choices[name]}
      onChange={(value) => onChange({ ...changeIn(style, name, value), skin })}
    />
  );
  const found = search.trim() === '' ? null : searchable.filter((name) => isFound(name, search));
  return (
    <section class="card video-settings" aria-labelledby="settings-title" onFocusIn={onUse} onPointerEnter={onUse}>
      <div class="row page-tools">
        <h2 id="settings-title">{texts.title}</h2>
        <input
          type="search"
          placeholder={texts.search}
          aria-label={texts.search}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {found ? (
        <div class="found-settings">
          {found.map(row)}
          <p class="muted" role="status">
            {found.length === 0 ? texts.noMatches : ''}
          </p>
        </div>
      ) : (
        <>
          <StylePicker current={style} limits={limits} onSelect={(selected) => onChange({ ...selected, skin })} />
          <SkinPicker skin={skin} onChange={(selected) => onChange({ ...options, skin: selected })} />
          {row('resolution')}
          {row('bg_dim')}
          {mainGroups.map((group) => (
            <fieldset key={group}>
              <legend>{texts.groups[group]}</legend>
              {flagGroups[group].map(row)}
            </fieldset>
          ))}
          <h3>{texts.more}</h3>
          {moreGroups.map((group) => (
            <details key={group} class="setting-group">
              <summary>{texts.settingGroups[group]}</summary>
              {settingGroups[group].map((name) => row(name as StyleName))}
            </details>
          ))}
        </>
      )}
    </section>
  );
}

const searchable: readonly StyleName[] = [
  'resolution',
  'bg_dim',
  ...Object.values(flagGroups).flat(),
  ...(Object.values(settingGroups).flat() as Exclude<SettingName, 'clip_start' | 'clip_end'>[]),
];

function isFound(name: StyleName, search: string): boolean {
  return matchesSearch(search, [labelOf(name), helpOf(name), name]);
}
