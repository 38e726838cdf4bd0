import { linkTo } from '../link-to.ts';

/** The preview picture of a skin, with a fixed size so that the layout does not shift. */
export function SkinPreview({ name }: { name: string }) {
  return (
    <img
      class="skin-preview"
      src={linkTo(`/v1/skins/${encodeURIComponent(name)}/preview`)}
      alt=""
      loading="lazy"
      decoding="async"
      width={960}
      height={540}
    />
  );
}
