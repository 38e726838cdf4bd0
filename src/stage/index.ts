export { decodableSize, mostDecodable } from './decodable-size.ts';
export { archiveFiles, type FileSource } from './file-source.ts';
export { findDifficulty } from './find-difficulty.ts';
export { gatherProps, type StageOptions, type Wishes } from './gather-props.ts';
export { type BeatmapFiles, type OpenedPlay, openPlay } from './open-play.ts';
export type { PictureSize } from './picture-header.ts';
export type { DecodedPicture, PictureDecoder, Platform, VideoClip } from './platform.ts';
export type { SkinFiles } from './skin-files.ts';
export { type Props, type StageSet, setStage } from './stage-set.ts';
