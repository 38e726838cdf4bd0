import { defaultSkin } from '../../contract/settings/index.ts';
import { getBytes } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { useSkinList } from '../skins/skin-list.ts';
import { useSkinUploads } from '../skins/skin-uploads.ts';
import { words } from '../words/index.ts';

/** A stored skin by its name, or a file on this device. */
export type SelectedSkin = string | File;

/** Loads the .osk of a skin; null for the built-in one. */
export function loadSkin(skin: SelectedSkin): Promise<Uint8Array | null> {
  if (skin === defaultSkin) return Promise.resolve(null);
  if (typeof skin === 'string') return getBytes(linkTo(`/v1/skins/${encodeURIComponent(skin)}/file`));
  return skin.arrayBuffer().then((buffer) => new Uint8Array(buffer));
}

interface SkinMenuProps {
  readonly skin: SelectedSkin;
  readonly onChange: (skin: SelectedSkin) => void;
  /** The skin of a video that has been requested already; null if the video will have the stored skin selected here. */
  readonly videoSkin: string | null;
}

/** Changes the skin during playback, and says whether the video has it too. */
export function SkinMenu({ skin, onChange, videoSkin }: SkinMenuProps) {
  const { player, options } = words;
  const request = useSkinList();
  const stored = request.state === 'loaded' ? request.value.skins : [defaultSkin];
  const name = typeof skin === 'string' ? skin : skin.name;
  const names = stored.includes(name) ? stored : [name, ...stored];
  return (
    <>
      <div class="row skin-menu">
        <label class="row">
          {options.skin}
          <select value={name} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
            {names.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </label>
        <label class="button">
          {player.ownSkin}
          <input
            type="file"
            accept=".osk"
            class="hidden-input"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) onChange(file);
              // Without this, choosing the same file again fires no change event.
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <SkinNote skin={skin} onChange={onChange} videoSkin={videoSkin} />
    </>
  );
}

function SkinNote({ skin, onChange, videoSkin }: SkinMenuProps) {
  const { player } = words;
  const uploads = useSkinUploads();
  if (typeof skin === 'string') {
    if (videoSkin === null) return <p class="muted skin-note">{player.skinInVideo}</p>;
    return skin === videoSkin ? null : <p class="muted skin-note">{player.otherSkinInVideo(videoSkin)}</p>;
  }
  return (
    <div class="notice skin-note row" role="status">
      <p>{videoSkin === null ? player.skinNotInVideo(skin.name) : player.otherSkinInVideo(videoSkin)}</p>
      {videoSkin === null ? (
        <button type="button" class="primary" onClick={() => uploads.add([skin], onChange)}>
          {player.putSkinInVideo}
        </button>
      ) : (
        <button type="button" onClick={() => uploads.add([skin])}>
          {words.skins.upload}
        </button>
      )}
    </div>
  );
}
